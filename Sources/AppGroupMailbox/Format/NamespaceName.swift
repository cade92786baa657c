/// A valid namespace (clauses NSP-1, NSP-2).
package struct NamespaceName: Sendable, Equatable {
  package let fileName: FileName

  /// `nil` unless it is 1 to 64 of ASCII letters, digits, `.`, `_` and `-`, and neither `.` nor `..`.
  package init?(_ text: String) {
    let bytes = text.utf8
    guard (1...64).contains(bytes.count), text != ".", text != ".." else { return nil }
    let valid = bytes.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2E, 0x5F, 0x2D: true
      default: false
      }
    }
    guard valid else { return nil }
    fileName = FileName(bytes)
  }
}
