import AppGroupMailbox
import Foundation
import MailboxTestSupport
import Testing

/// Release 0.1's rules for the files it accepts, from its documented behaviour (SPEC.md, section 6).
struct LegacyReader {
  struct Message: Decodable, Equatable {
    struct Body: Decodable, Equatable { var text: String }

    var id: UUID
    var enqueuedAt: Date
    var message: Body
  }

  let directory: String

  /// The messages it would deliver, in its order.
  func pending() throws -> [Message] {
    try read { $0.hasPrefix("pending-") && $0.hasSuffix(".json") }
  }

  /// The messages it would take for claimed, and the names it would restore them under.
  func claimed() throws -> [(message: Message, restored: String)] {
    let names = try visibleNames().filter { name in
      guard name.hasPrefix("claimed-"), name.hasSuffix(".json") else { return false }
      let rest = name.dropFirst("claimed-".count)
      return UUID(uuidString: String(rest.prefix(36))) != nil && rest.dropFirst(36).hasPrefix("-pending-")
    }
    return try names.map { name in
      (try decode(name), String(name.dropFirst("claimed-".count + 37)))
    }
  }

  /// The digits behind `pending-`.
  func ordinal(_ name: String) -> UInt64? {
    UInt64(name.dropFirst("pending-".count).prefix { $0.isNumber })
  }

  private func read(_ accepts: (String) -> Bool) throws -> [Message] {
    let names = try visibleNames().filter(accepts)
    let messages = try names.map { (name: $0, message: try decode($0)) }
    return messages.sorted {
      ($0.message.enqueuedAt, $0.name) < ($1.message.enqueuedAt, $1.name)
    }.map(\.message)
  }

  private func visibleNames() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory).filter { name in
      guard !name.hasPrefix(".") else { return false }
      let type = try FileManager.default.attributesOfItem(atPath: "\(directory)/\(name)")[.type]
      return type as? FileAttributeType == .typeRegular
    }
  }

  private func decode(_ name: String) throws -> Message {
    try JSONDecoder().decode(Message.self, from: Data(contentsOf: URL(fileURLWithPath: "\(directory)/\(name)")))
  }
}

struct LegacyReaderTests {
  let bench: MailboxBench

  init() throws {
    bench = try MailboxBench()
  }

  @Test(.clauses("IOP-2"))
  func `Release 0_1 reads every message that is written, in the same order`() throws {
    let mailbox = try bench.open()
    let dates = [0.5, -1e9, 805_000_000.123_456_7, 1e10, 0, -0.0, 804_999_999.999_999_9]
    for (number, seconds) in dates.enumerated() {
      try mailbox.enqueue(
        .init("\(number)"), id: MailboxBench.id(number), enqueuedAt: Date(timeIntervalSinceReferenceDate: seconds))
    }
    try mailbox.enqueue(contentsOf: [.init("batch"), .init("again")])
    let reader = LegacyReader(directory: bench.directory)
    let theirs = try reader.pending()
    let names = try bench.names("pending-")
    #expect(names.allSatisfy { reader.ordinal($0) != nil })
    let patient = try bench.open(limits: .init(messageLifetime: .infinity))
    let ours = try patient.claimPending()
    #expect(theirs.map(\.id) == ours.map(\.id))
    #expect(theirs.map(\.enqueuedAt) == ours.map(\.enqueuedAt))
    #expect(theirs.map(\.message.text) == ours.map(\.message.text))
    #expect(try reader.pending().isEmpty)
    #expect(Set(try reader.claimed().map(\.message.id)) == Set(ours.map(\.id)))
  }

  @Test(.clauses("IOP-2", "REL-1"))
  func `A claim that release 0_1 restores keeps its place here`() throws {
    let mailbox = try bench.open()
    try mailbox.enqueue(.init("a"))
    bench.clock.move(by: 1)
    try mailbox.enqueue(.init("b"))
    let claims = try mailbox.claimPending(limit: 1)
    let claimed = try #require(try bench.names("claimed-").first)
    let restored = try #require(try LegacyReader(directory: bench.directory).claimed().first?.restored)
    try FileManager.default.moveItem(atPath: "\(bench.directory)/\(claimed)", toPath: "\(bench.directory)/\(restored)")
    #expect(throws: AppGroupMailboxError.claimNoLongerExists) { try claims[0].acknowledge() }
    let again = try mailbox.claimPending()
    #expect(again.map(\.message.text) == ["a", "b"])
    #expect(again.map(\.attempts) == [1, 0])
  }

  @Test(.clauses("IOP-3", "ENQ-10", "ORD-3"))
  func `A legacy message is read once, and goes by its long name from then on`() throws {
    for number in 0..<100 {
      try bench.plant(
        PendingName(ordinal: UInt64(number), id: MailboxBench.id(number), details: nil).fileName.text,
        MailboxBench.body(number, date: MailboxBench.start - Double(number)))
    }
    let recorder = CallRecorder()
    let mailbox = try bench.open(limits: .init(maxMessages: 200), fileSystem: recorder.fileSystem())
    _ = recorder.take()
    try mailbox.enqueue(.init("new"))
    #expect(recorder.take().count { $0.primitive == .openFile && $0.concernsMessage } == 100)
    try mailbox.enqueue(.init("newer"))
    #expect(recorder.take().count { $0.primitive == .openFile && $0.concernsMessage } == 0)
    #expect(try bench.pending().allSatisfy { !$0.isLegacy })
    #expect(try mailbox.claimPending(limit: 100).map(\.id) == (0..<100).reversed().map(MailboxBench.id))
  }

  @Test(
    .clauses("QUA-3", "DLQ-4", "CLM-12"),
    arguments: [
      ("broken", "quarantine-"), (MailboxBench.body(2), "quarantine-"),
      (MailboxBench.body(1, message: "\"\(String(repeating: "x", count: 300))\""), "deadletter-oversize-pending-"),
      (#"{"format":2}"#, "pending-"),
    ])
  func `A legacy message that is no good is put where it belongs`(body: String, prefix: String) throws {
    try bench.plant(PendingName(ordinal: 1, id: MailboxBench.id(1), details: nil).fileName.text, body)
    try bench.plantMessage(3)
    let mailbox = try bench.open(limits: .init(maxPayloadBytes: 200))
    #expect(try mailbox.claimPending().map(\.id) == [MailboxBench.id(3)])
    let names = try bench.names().filter { !$0.hasPrefix("claimed-") }
    #expect(names.count == 1)
    #expect(names[0].hasPrefix(prefix))
    _ = bench.diagnostics.take()
    try mailbox.performMaintenance()
    #expect(bench.diagnostics.take() == [])
  }
}
