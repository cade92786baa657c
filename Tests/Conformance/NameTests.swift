import ConformanceKit
import Testing

/// The grammar that judges: section 2.1 of SPEC.md, written a second time.
struct NameTests {
  private static let id = "00000000-0000-4000-8000-00000000000A"
  private static let pending = "pending-00000000000000000001-\(id)-c1c80cebe0100000-0000.json"

  @Test(arguments: [
    (0, "8000000000000000"), (-0.0, "8000000000000000"), (1, "bff0000000000000"), (-1, "400fffffffffffff"),
    (807_000_000.125, "c1c80cebe0100000"), (-978_307_200, "3e32d81bbfffffff"),
  ])
  func `Dates are written as section 2.2 says`(seconds: Double, text: String) {
    #expect(NameDateText.text(seconds) == text)
    #expect(NameDateText.seconds(text) == seconds)
  }

  /// A NaN, infinities and minus zero.
  @Test(arguments: ["fff8000000000000", "fff0000000000000", "000fffffffffffff", "7fffffffffffffff", "c1c8"])
  func `What is no date does not parse`(text: String) {
    #expect(NameDateText.seconds(text) == nil)
  }

  @Test func `Well-formed names are told apart`() {
    func name(_ text: String) -> MailboxName { MailboxName(Array(text.utf8)) }
    let message = MailboxName.MessageName(
      ordinal: "00000000000000000001", id: Self.id, date: "c1c80cebe0100000", attempts: "0000")
    #expect(name(Self.pending) == .pending(message))
    #expect(name("claimed-\(Self.id)-\(Self.pending)") == .claimed(token: Self.id, message))
    #expect(name("deadletter-rejected-\(Self.pending)") == .deadLetter(reason: "rejected", message))
    #expect(name("quarantine-7-\(Self.id).bin") == .quarantine(milliseconds: "7", id: Self.id, reason: nil))
    #expect(name("pending-00000000000000000001-\(Self.id).json").message?.date == nil)
    #expect(name(".mailbox.lock") == .lock)
    #expect(name(".tmp") == .temporaries)
    #expect(name(".dat.nosync1") == .oldTemporary)
    #expect(name("notes.txt") == .foreign)
    #expect(name("Pending-1.json") == .foreign)
  }

  @Test(arguments: [
    pending.lowercased(), pending + "x", pending.replacing("-0000.json", with: "-00000.json"),
    pending.replacing("pending-0", with: "pending-"), pending.replacing("000001-", with: "00000a-"),
    "pending-18446744073709551616-\(id).json", "claimed-\(pending)", "claimed-\(id)-\(id)", "deadletter-X-\(pending)",
    "deadletter--\(pending)", "quarantine--\(id).bin", "quarantine-1-\(id)-.bin",
    "quarantine-99999999999999999999-\(id).bin",
    pending.replacing("c1c80cebe0100000", with: "fff8000000000000"), "pending-", "claimed-",
  ])
  func `Names that only begin like ours are malformed`(text: String) {
    #expect(MailboxName(Array(text.utf8)) == .malformed)
  }
}
