/// The grammar of SPEC.md section 2.1 as regular expressions: written apart from the library, to be compared with it.
enum NameGrammar {
  enum Kind {
    case pending, claimed, deadLetter, quarantined, legacyTemporary, malformed, foreign
  }

  static func kind(of bytes: [UInt8]) -> Kind {
    // Nothing but ASCII is in the grammar; as Latin-1 every other byte is one scalar that matches nothing.
    let text = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    for (prefix, kind) in [("claimed-", Kind.claimed), ("deadletter-", .deadLetter), ("pending-", .pending)]
    where bytes.starts(with: prefix.utf8) {
      return isMessageName(text) ? kind : .malformed
    }
    if bytes.starts(with: "quarantine-".utf8) { return isQuarantineName(text) ? .quarantined : .malformed }
    return bytes.starts(with: ".dat.nosync".utf8) ? .legacyTemporary : .foreign
  }

  static func isNamespace(_ bytes: [UInt8]) -> Bool {
    let text = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    let namespace = /[A-Za-z0-9._\-]{1,64}/.matchingSemantics(.unicodeScalar)
    return text.wholeMatch(of: namespace) != nil && text != "." && text != ".."
  }

  private static func isMessageName(_ text: String) -> Bool {
    let name =
      #/
      (?: claimed-[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}- | deadletter-[a-z]{1,32}- )?
      pending-([0-9]{20})-[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}
      (?: -([0-9a-f]{16})-[0-9]{4} )?
      \.json
      /#.matchingSemantics(.unicodeScalar)
    guard let match = text.wholeMatch(of: name) else { return false }
    return UInt64(match.1) != nil && match.2.map(isDate) != false
  }

  private static func isQuarantineName(_ text: String) -> Bool {
    let name =
      #/
      quarantine-([0-9]{1,20})-[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}
      (?: -[a-z]{1,32} )?
      \.bin
      /#.matchingSemantics(.unicodeScalar)
    return text.wholeMatch(of: name).map { UInt64($0.1) != nil } ?? false
  }

  /// Text order is numeric order, so the finite dates lie between two texts; in between there is no minus zero.
  private static func isDate(_ digits: Substring) -> Bool {
    "0010000000000000"..."ffefffffffffffff" ~= String(digits) && digits != "7fffffffffffffff"
  }
}
