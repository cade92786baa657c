import AppGroupMailbox
import Foundation
import MailboxTestSupport
import Testing

/// Bodies whose fate depends on the consumer's decoder, or that are too deep for a fixture to hold.
struct BodyTests {
  /// A body of members besides id and date.
  private static func body(_ members: String, of number: Int = 1) -> String {
    #"{"id":"\#(EntryNames.id(number))","enqueuedAt":805000000,\#(members)}"#
  }

  /// A mailbox with a body for message 1 and a good message behind it, which is all that a claim delivers.
  private func claim(_ body: String) throws -> GuardedMailbox {
    let guarded = try GuardedMailbox()
    try guarded.plant(.file(EntryNames.pending(1), body), .message(2, after: 1))
    let mailbox = try guarded.bench.open(limits: MailboxLimits(maxPayloadBytes: 16_777_216))
    #expect(try mailbox.claimPending().compactMap { number($0.id) } == [2])
    return guarded
  }

  /// Which of these a decoder takes is its own business: they are valid, so none may be lost.
  @Test(
    .clauses("SEC-8", "LAY-11"),
    arguments: [
      #""\uD800""#, #""\uDC00\uD800""#, #""\u0000""#, "1e400", "1e-400", "-0", "123456789012345678901234567890",
      #""\#u{FFFF}""#,
    ])
  func `A valid value that not every decoder takes is delivered or set aside`(_ value: String) throws {
    let guarded = try GuardedMailbox()
    let members = [#""message":{"text":\#(value)}"#, #""message":{"text":"x"},"more":\#(value)"#]
    for (index, members) in members.enumerated() {
      let name = EntryNames.pending(index + 1, ordinal: UInt64(index))
      try guarded.plant(.file(name, Self.body(members, of: index + 1)))
    }
    try guarded.plant(.message(3, after: 1))
    let claims = try guarded.bench.open().claimPending()
    #expect(claims.last.flatMap { number($0.id) } == 3)
    for line in guarded.summary.lines { #expect(line.hasPrefix("claimed") || line.hasPrefix("deadletter undecodable")) }
    #expect(guarded.summary.lines.count == 3)
  }

  @Test(
    .clauses("SEC-8", "DLQ-3"),
    arguments: zip([100_000, 100_000, 1_000_000], [("[", "]"), (#"{"a":"#, "}"), ("[", "]")]))
  func `A deeply nested value is set aside, not lost, and crashes nobody`(
    _ depth: Int, _ brackets: (open: String, close: String)
  ) throws {
    let value =
      String(repeating: brackets.open, count: depth) + "0" + String(repeating: brackets.close, count: depth)
    let guarded = try claim(Self.body(#""message":\#(value)"#))
    guarded.expect("deadletter undecodable 1", "claimed 2 attempts 1")
    guarded.expectDiagnostics(.messageDeadLettered(.undecodable))
  }

  @Test(.clauses("SEC-8", "LAY-11"), arguments: [100_000, 1_000_000])
  func `A deeply nested value that does not end is no body`(_ depth: Int) throws {
    let whole = Self.body(#""message":\#(String(repeating: "[", count: depth))"#)
    let guarded = try claim(String(whole.dropLast()))
    guarded.expect("quarantine body", "claimed 2 attempts 1")
    guarded.expectDiagnostics(.malformedMessageQuarantined)
  }
}
