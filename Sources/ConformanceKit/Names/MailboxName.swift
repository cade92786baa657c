/// A name in a mailbox directory as section 2.1 of SPEC.md takes it apart.
///
/// Written from the grammar, and not with the library's parser: that is what is judged.
package enum MailboxName: Equatable, Sendable {
  case pending(MessageName)
  case claimed(token: String, MessageName)
  case deadLetter(reason: String, MessageName)
  case quarantine(milliseconds: String, id: String, reason: String?)
  case lock
  case temporaries
  /// A temporary of release 0.1.
  case oldTemporary
  /// Begins like ours and matches nothing.
  case malformed
  case foreign

  /// The parts of `any-pending`, as they are written.
  package struct MessageName: Equatable, Sendable {
    package var ordinal: String
    package var id: String
    /// `nil` of a legacy name.
    package var date: String?
    package var attempts: String?

    package init(ordinal: String, id: String, date: String?, attempts: String?) {
      self.ordinal = ordinal
      self.id = id
      self.date = date
      self.attempts = attempts
    }
  }

  package init(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    switch text {
    case ".mailbox.lock": self = .lock
    case ".tmp": self = .temporaries
    default: self = Self.message(text) ?? Self.other(text)
    }
  }

  // A literal in a function would be parsed and compiled each time it is come by. These are never changed.
  nonisolated(unsafe) private static let claimedGrammar = /claimed-([0-9A-F-]{36})-/
  nonisolated(unsafe) private static let deadLetterGrammar = /deadletter-([a-z]{1,32})-(.*)/
  nonisolated(unsafe) private static let quarantineGrammar =
    /quarantine-([0-9]{1,20})-([0-9A-F-]{36})(?:-([a-z]{1,32}))?\.bin/
  nonisolated(unsafe) private static let pendingGrammar =
    /pending-([0-9]{20})-([0-9A-F-]{36})(?:-([0-9a-f]{16})-([0-9]{4}))?\.json/
  nonisolated(unsafe) private static let identifierGrammar =
    /[0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12}/

  private static func message(_ text: String) -> MailboxName? {
    if let message = pending(text[...]) { return .pending(message) }
    if text.hasPrefix("claimed-"), let message = pending(text.dropFirst(8 + 37)),
      let match = text.prefix(8 + 37).wholeMatch(of: claimedGrammar), isIdentifier(match.1)
    {
      return .claimed(token: String(match.1), message)
    }
    if let match = text.wholeMatch(of: deadLetterGrammar), let message = pending(match.2) {
      return .deadLetter(reason: String(match.1), message)
    }
    if let match = text.wholeMatch(of: quarantineGrammar),
      isIdentifier(match.2), UInt64(match.1) != nil
    {
      return .quarantine(milliseconds: String(match.1), id: String(match.2), reason: match.3.map(String.init))
    }
    return nil
  }

  private static func other(_ text: String) -> MailboxName {
    if text.hasPrefix(".dat.nosync") { return .oldTemporary }
    let ours = ["pending-", "claimed-", "deadletter-", "quarantine-"]
    return ours.contains { text.hasPrefix($0) } ? .malformed : .foreign
  }

  private static func pending(_ text: Substring) -> MessageName? {
    guard let match = text.wholeMatch(of: pendingGrammar), isIdentifier(match.2), UInt64(match.1) != nil else {
      return nil
    }
    if let date = match.3, NameDateText.seconds(date) == nil { return nil }
    return MessageName(
      ordinal: String(match.1), id: String(match.2), date: match.3.map(String.init), attempts: match.4.map(String.init))
  }

  private static func isIdentifier(_ text: Substring) -> Bool {
    text.wholeMatch(of: identifierGrammar) != nil
  }

  /// The message that the name is about.
  package var message: MessageName? {
    switch self {
    case .pending(let message), .claimed(_, let message), .deadLetter(_, let message): message
    default: nil
    }
  }
}

/// The date of a name (section 2.2 of SPEC.md).
package enum NameDateText {
  package static func text(_ seconds: Double) -> String {
    let bits = (seconds == 0 ? 0 : seconds).bitPattern
    let mapped = bits >> 63 == 1 ? ~bits : bits | 1 << 63
    let digits = String(mapped, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// `nil` of what no date is written as: a NaN, an infinity, minus zero.
  package static func seconds(_ text: some StringProtocol) -> Double? {
    guard text.utf8.count == 16, let mapped = UInt64(text, radix: 16) else { return nil }
    let seconds = Double(bitPattern: mapped >> 63 == 1 ? mapped & ~(1 << 63) : ~mapped)
    return seconds.isFinite && !(seconds == 0 && seconds.sign == .minus) ? seconds : nil
  }
}
