import AppGroupMailbox
import Foundation
import MailboxTestSupport
import Testing

/// What stands in message files.
struct BodyTests {
  @Test(.clauses("LAY-11", "QUA-3", "CLM-7"), arguments: MalformedBodies.all)
  func `What is no body is quarantined with its content, and holds nothing up`(_ body: Body) throws {
    try SecurityCase.skipping(
      body.title, body.entry, leaves: "quarantine body", diagnostic: .malformedMessageQuarantined
    ).run()
  }

  @Test(.clauses("LAY-11", "LAY-12", "LAY-13"), arguments: OddBodies.all)
  func `What is a body is delivered, however odd it looks`(_ body: Body) throws {
    try SecurityCase(
      title: body.title, setup: [body.entry, .message(2, after: 1)], steps: [.claim(.delivers([1, 2]))],
      finally: ["claimed 1 attempts 1", "claimed 2 attempts 1"]
    ).run()
  }

  @Test(.clauses("QUA-3", "LAY-11"), arguments: ["", "{", "[]", "\0\0\0\0", #"{"id":1}"#])
  func `A message of release 0.1 with a broken body is quarantined with its content`(_ content: String) throws {
    let guarded = try GuardedMailbox()
    try guarded.plant(.file(EntryNames.legacy(1), content), .message(2))
    #expect(try guarded.bench.open().claimPending().compactMap { number($0.id) } == [2])
    guarded.expect("quarantine body", "claimed 2 attempts 1")
    #expect(try guarded.bench.content(try #require(try guarded.bench.names("quarantine-").first)) == content)
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
    let bodies = [#""message":{"text":\#(value)}"#, #""message":{"text":"x"},"more":\#(value)"#]
    for (index, body) in bodies.enumerated() {
      let content = #"{"id":"\#(EntryNames.id(index + 1))",\#(Body.date),\#(body)}"#
      try guarded.plant(.file(EntryNames.pending(index + 1, ordinal: UInt64(index)), content))
    }
    try guarded.plant(.message(3, after: 1))
    let claims = try guarded.bench.open().claimPending()
    #expect(claims.last.flatMap { number($0.id) } == 3)
    for line in guarded.summary.lines { #expect(line.hasPrefix("claimed") || line.hasPrefix("deadletter undecodable")) }
    #expect(guarded.summary.lines.count == 3)
  }

  @Test(
    .clauses("SEC-8", "DLQ-3"),
    arguments: zip([1_000, 1_000, 100_000, 100_000, 1_000_000], ["[", #"{"a":"#, "[", #"{"a":"#, "["]))
  func `A deeply nested value is set aside, not lost, and crashes nobody`(_ depth: Int, _ opening: String) throws {
    let closing = opening == "[" ? "]" : "}"
    let value = String(repeating: opening, count: depth) + "0" + String(repeating: closing, count: depth)
    try SecurityCase(
      title: "\(depth) levels", limits: MailboxLimits(maxPayloadBytes: 16_777_216),
      setup: [Body.object("deep", Body.id, Body.date, #""message":\#(value)"#).entry, .message(2, after: 1)],
      steps: [.claim(.delivers([2]))], finally: ["deadletter undecodable 1", "claimed 2 attempts 1"],
      diagnostics: [.messageDeadLettered(.undecodable)]
    ).run()
  }

  @Test(.clauses("SEC-8", "LAY-11"), arguments: [1_000, 100_000, 1_000_000])
  func `A deeply nested value that does not end is no body`(_ depth: Int) throws {
    try SecurityCase.skipping(
      "\(depth) levels", limits: MailboxLimits(maxPayloadBytes: 16_777_216),
      Body("open", "{\(Body.id),\(Body.date),\"message\":" + String(repeating: "[", count: depth)).entry,
      leaves: "quarantine body", diagnostic: .malformedMessageQuarantined
    ).run()
  }

  @Test(.clauses("LAY-13", "CLM-12", "CLM-13"), arguments: ["2", "2.0", "2e0", "4294967296", "18446744073709551616"])
  func `A later format is left as it is and not offered again`(_ format: String) throws {
    let body = Body.object("later", #""format":\#(format)"#, #""id":"and nothing else we know""#)
    try SecurityCase(
      title: format, setup: [body.entry, .message(2, after: 1)],
      steps: [.claim(.delivers([2])), .claim(.delivers([]))],
      finally: ["pending 1", "claimed 2 attempts 1"], diagnostics: [.newerFormatSkipped]
    ).run()
  }
}
