import ConformanceKit
import Foundation

/// In what way a body is not valid; nothing of what stands in it.
enum BodyFault: Sendable, Equatable {
  case empty
  /// As a power loss leaves it.
  case zeros
  case byteOrderMark
  case notUTF8
  /// Where reading it as JSON ended.
  case notJSON(line: Int, column: Int)
  case notObject
  /// One that must be there is not, is of the wrong type, or any is there twice.
  case members

  /// - Parameter body: One that the library's scanner refuses.
  init(of body: Data) {
    if body.isEmpty {
      self = .empty
    } else if body.allSatisfy({ $0 == 0 }) {
      self = .zeros
    } else if body.starts(with: [0xEF, 0xBB, 0xBF]) {
      self = .byteOrderMark
    } else if !String(decoding: body, as: UTF8.self).utf8.elementsEqual(body) {
      self = .notUTF8
    } else {
      self = Self.json(body)
    }
  }

  private static func json(_ body: Data) -> BodyFault {
    do {
      if case .object = try JSONParser.parse(body) { return .members }
      return .notObject
    } catch let fault as JSONFault {
      return fault.problem.hasSuffix("is there twice") ? .members : .notJSON(line: fault.line, column: fault.column)
    } catch {
      return .notJSON(line: 1, column: 1)
    }
  }

  var description: String {
    switch self {
    case .empty: "empty"
    case .zeros: "NUL bytes only"
    case .byteOrderMark: "it begins with a byte-order mark"
    case .notUTF8: "not UTF-8"
    case .notJSON(let line, let column): "no JSON from line \(line), column \(column) on"
    case .notObject: "no JSON object"
    case .members: "id, enqueuedAt, message or format missing, wrong or twice"
    }
  }
}
