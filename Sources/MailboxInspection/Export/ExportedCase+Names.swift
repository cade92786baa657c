import AppGroupMailbox
import ConformanceKit

/// Names as a case writes them.
extension ExportedCase {
  func name(of entry: SeenEntry) -> JSON {
    let name: JSON? =
      switch entry.meaning {
      case .pending(let name): ["pending": message(name)]
      case .claimed(let name):
        ["claimed": ["token": .string(name.token.uuidString), "returning": message(name.returning)]]
      case .deadLetter(let name):
        ["deadletter": ["reason": .string(name.reason.rawValue), "message": message(name.message)]]
      case .quarantined, .legacyTemporary, .malformed, .foreign: nil
      }
    return name ?? Self.rawName(entry.name)
  }

  private func message(_ name: PendingName) -> JSON {
    var members: [String: JSON] = ["id": .string(name.id.uuidString), "ordinal": .string("\(name.ordinal)")]
    if let details = name.details {
      members["date"] = ["at": JSON(details.date.seconds)]
      if details.attempts > 0 { members["attempts"] = JSON(details.attempts) }
    } else {
      members["legacy"] = true
    }
    return .object(members)
  }

  static func rawName(_ name: FileName) -> JSON {
    if name.text.utf8.elementsEqual(name.bytes) { return .string(name.text) }
    return [
      "hex": .string(SafeText.hexadecimal(name.bytes))
    ]
  }
}
