import Foundation

/// Names of a mailbox's files as section 2.1 of SPEC.md spells them, put together from text and not by the library.
package enum EntryNames {
  /// The text of `MailboxBench.id(_:)`.
  package static func id(_ number: Int) -> String {
    "00000000-0000-4000-8000-" + hexadecimal(UInt64(number), digits: 12).uppercased()
  }

  /// Sixteen digits of section 2.2.
  package static func date(_ seconds: Double) -> String {
    let bits = (seconds == 0 ? 0 : seconds).bitPattern
    return hexadecimal(bits >> 63 == 1 ? ~bits : bits | 1 << 63, digits: 16)
  }

  package static func pending(
    _ number: Int, after seconds: Double = 0, ordinal: UInt64 = 1, attempts: Int = 0
  ) -> String {
    "pending-\(decimal(ordinal, digits: 20))-\(id(number))-\(date(MailboxBench.start + seconds))-\(decimal(UInt64(attempts), digits: 4)).json"
  }

  package static func legacy(_ number: Int) -> String {
    "pending-\(decimal(1, digits: 20))-\(id(number)).json"
  }

  /// Claimed under a token that is easy to recognise.
  package static func claimed(_ number: Int) -> String {
    "claimed-\(id(0xC000 + number))-\(pending(number, attempts: 1))"
  }

  package static func deadLetter(_ number: Int, _ reason: String = "rejected") -> String {
    "deadletter-\(reason)-\(pending(number))"
  }

  private static func decimal(_ value: UInt64, digits: Int) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  private static func hexadecimal(_ value: UInt64, digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
