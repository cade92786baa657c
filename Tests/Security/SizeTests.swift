import AppGroupMailbox
import ConformanceKit
import Foundation
import MailboxTestSupport
import Testing

/// How much of large files is read, and how large a file may be that is written.
struct SizeTests {
  static let largest: Int64 = 16_777_216

  @Test(
    .clauses("DLQ-4", "QUA-4", "SEC-5"),
    arguments: [65_537, largest + 1], [EntryNames.pending(1), EntryNames.legacy(1)])
  func `What is too large goes away unread, and holds nothing up`(_ bytes: Int64, _ name: String) throws {
    let guarded = try GuardedMailbox()
    try guarded.plant(PlantedEntry(name, .sparse(bytes: bytes)), .message(2, after: 1))
    let recorder = CallRecorder()
    let mailbox = try guarded.bench.open(fileSystem: recorder.fileSystem())
    _ = recorder.take()
    #expect(try mailbox.claimPending().compactMap { number($0.id) } == [2])
    // Two for the generation and two for the one good body, whose end must be seen: the large file is not among them.
    #expect(recorder.take().count { $0.primitive == .read } <= 4)
    let legacy = name == EntryNames.legacy(1) ? " legacy" : ""
    guarded.expect(
      bytes > Self.largest ? "quarantine oversize" : "deadletter oversize 1\(legacy)", "claimed 2 attempts 1")
    guarded.expectDiagnostics(bytes > Self.largest ? .unsafeFileQuarantined : .messageDeadLettered(.oversize))
  }

  @Test(.clauses("LAY-15", "ENQ-4"))
  func `No limit lets a writer write more than 16 MiB`() throws {
    let guarded = try GuardedMailbox()
    let mailbox = try guarded.bench.open(limits: MailboxLimits(maxPayloadBytes: .max))
    let note = MailboxBench.Note(String(repeating: "x", count: Int(Self.largest)))
    let envelope = MailboxBench.body(1, message: #"{"text":""}"#).utf8.count
    do throws(AppGroupMailboxError) {
      try mailbox.enqueue(note, id: MailboxBench.id(1), enqueuedAt: Date(timeIntervalSinceReferenceDate: 805_000_000.5))
      Issue.record("stored")
    } catch {
      guard case .payloadTooLarge(let actual, Int(Self.largest)) = error else { throw error }
      #expect(abs(actual - Int(Self.largest) - envelope) <= 2)
    }
    guarded.expect()
  }

  @Test(.clauses("LAY-18"), arguments: [0, 1, 7, 9, 1 << 40])
  func `A lock file of any size serves, and its further bytes stay`(_ bytes: Int64) throws {
    let guarded = try GuardedMailbox()
    try guarded.plant(PlantedEntry(".mailbox.lock", .sparse(bytes: bytes)))
    let recorder = CallRecorder()
    let mailbox = try guarded.bench.open(fileSystem: recorder.fileSystem())
    try mailbox.enqueue(MailboxBench.Note("x"), id: MailboxBench.id(1))
    guarded.expect("pending 1")
    #expect(recorder.calls.count { $0.primitive == .read } <= 2)
    let path = "\(guarded.bench.directory)/.mailbox.lock"
    let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int64
    #expect(size == max(bytes, 8))
  }
}
