import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// A picture as an XML reader sees it; `nil` for text that is no XML.
struct DrawnPicture {
  struct Element {
    var name: String
    var attributes: [String: String]
    /// The classes of the elements around it, the outermost first.
    var groups: [String]
    /// The attributes of the group it stands in.
    var owner: [String: String]
    /// The panel it stands in, from 0.
    var panel: Int?
    var text = ""

    var classes: [Substring] { (attributes["class"] ?? "").split(separator: " ") }
  }

  /// A box of an operation.
  struct Box {
    var operation: Int
    var x: Int
    var top: Int
    var bottom: Int
    var width: Int
  }

  let elements: [Element]

  init?(_ svg: String) {
    let reader = Reader()
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = reader
    guard parser.parse(), parser.parserError == nil else { return nil }
    elements = reader.elements
  }

  var panels: Int { (elements.compactMap(\.panel).max() ?? -1) + 1 }

  /// What is written, but for what is shown only if one points at it.
  var texts: [String] { elements.filter { $0.name == "text" }.map(\.text) }

  func texts(in panel: Int) -> [String] { elements.filter { $0.name == "text" && $0.panel == panel }.map(\.text) }

  func boxes(in panel: Int) -> [Box] {
    elements.compactMap { element in
      guard element.panel == panel, element.classes.contains("body"), let number = element.owner["data-operation"],
        let operation = Int(number)
      else { return nil }
      func value(_ name: String) -> Int { element.attributes[name].flatMap { Int($0) } ?? .min / 4 }
      return Box(
        operation: operation, x: value("x"), top: value("y"), bottom: value("y") + value("height"),
        width: value("width"))
    }
  }

  /// The operations in red frames.
  func marked(in panel: Int) -> [Int] {
    elements.filter { $0.panel == panel }.compactMap { $0.attributes["data-marked"] }.compactMap { Int($0) }.sorted()
  }

  private final class Reader: NSObject, XMLParserDelegate {
    private(set) var elements: [Element] = []
    private var open: [Int] = []
    private var panels = 0

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      let owner = open.last.map { elements[$0] }
      var panel = owner?.panel
      if attributes["class"] == "panel" {
        panel = panels
        panels += 1
      }
      elements.append(
        Element(
          name: name, attributes: attributes, groups: open.compactMap { elements[$0].attributes["class"] },
          owner: owner?.attributes ?? [:], panel: panel))
      open.append(elements.count - 1)
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
      if let last = open.last { elements[last].text += text }
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
      open.removeLast()
    }
  }
}
