/// SVG as it is written, element by element.
struct Picture {
  private(set) var elements = ""

  /// What an element looks like, and attributes that only it has; values are escaped.
  struct Look {
    var style: String
    var attributes: [(String, String)] = []

    init(_ style: String, _ attributes: [(String, String)] = []) {
      self.style = style
      self.attributes = attributes
    }

    fileprivate var text: String {
      ([("class", style)] + attributes).map { #" \#($0.0)="\#(PictureText.escaped($0.1))""# }.joined()
    }
  }

  mutating func rectangle(x: Int, y: Int, width: Int, height: Int, radius: Int = 0, _ look: Look) {
    let corner = radius > 0 ? #" rx="\#(radius)""# : ""
    add(#"<rect x="\#(x)" y="\#(y)" width="\#(max(width, 0))" height="\#(max(height, 0))"\#(corner)\#(look.text)/>"#)
  }

  mutating func line(_ x1: Int, _ y1: Int, _ x2: Int, _ y2: Int, _ look: Look) {
    add(#"<line x1="\#(x1)" y1="\#(y1)" x2="\#(x2)" y2="\#(y2)"\#(look.text)/>"#)
  }

  mutating func path(_ data: String, _ look: Look) { add(#"<path d="\#(data)"\#(look.text)/>"#) }

  mutating func circle(_ x: Int, _ y: Int, radius: Int, _ look: Look) {
    add(#"<circle cx="\#(x)" cy="\#(y)" r="\#(radius)"\#(look.text)/>"#)
  }

  mutating func text(_ text: String, x: Int, y: Int, _ look: Look) {
    add(#"<text x="\#(x)" y="\#(y)"\#(look.text)>\#(PictureText.escaped(text))</text>"#)
  }

  /// Elements that belong together; what the title says is shown when one points at them.
  mutating func group(_ look: Look, title: String? = nil, _ content: (inout Picture) -> Void) {
    add("<g\(look.text)>")
    if let title { add("<title>\(PictureText.escaped(title))</title>") }
    content(&self)
    add("</g>")
  }

  mutating func append(_ other: Picture) { elements += other.elements }

  private mutating func add(_ element: String) { elements += element + "\n" }

  /// The whole file.
  func document(title: String, width: Int, height: Int) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" role="img">
    <title>\(PictureText.escaped(title))</title>
    <style>
    \(PictureStyle.sheet)
    </style>
    <rect width="\(width)" height="\(height)" class="paper"/>
    \(elements)</svg>

    """
  }
}
