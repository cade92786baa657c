import AppGroupMailbox
import ConformanceKit
import Foundation
import MailboxSimulation
import MailboxTestSupport
import Testing

/// What errors and diagnostics say, and what they must not.
struct SilenceTests {
  /// Words that stand in paths, names and messages of this test, and nowhere else.
  static let markers = [
    "xylophone", "zeppelin", "quagmire", "0000DEADBEEF", "deadbeef", "mailbox-", "AppGroupMailbox/", ".json", ".bin",
    "/tmp", "/var",
  ]

  private let bench: MailboxBench
  private let folder: String

  init() throws {
    bench = try MailboxBench()
    folder = "\(bench.container)/xylophone"
  }

  private func open<Message: Codable & Sendable>(
    _ type: Message.Type, limits: MailboxLimits = MailboxLimits(), plan: FaultPlan = FaultPlan()
  ) throws(AppGroupMailboxError) -> AppGroupMailbox<Message> {
    let diagnostics = bench.diagnostics
    return try AppGroupMailbox<Message>(
      containerPath: folder, namespace: "zeppelin", limits: limits, durability: .powerLoss,
      environment: MailboxEnvironment(fileSystem: plan.fileSystem(), clock: bench.clock),
      diagnostic: { diagnostics.append($0) })
  }

  /// All the ways in which a value is turned into text.
  private func texts(_ value: some Any) -> [String] {
    var dumped = ""
    dump(value, to: &dumped)
    let localized = (value as? any Error).map { [$0.localizedDescription, "\($0 as NSError)"] } ?? []
    // The type's own name is nobody's secret.
    return ([String(describing: value), String(reflecting: value), dumped] + localized).map {
      $0.replacing("AppGroupMailbox.", with: "").replacing("AppGroupMailboxError", with: "")
    }
  }

  private func expectSilence(_ value: some Any, sourceLocation: SourceLocation = #_sourceLocation) {
    for text in texts(value) {
      for marker in Self.markers {
        #expect(!text.localizedCaseInsensitiveContains(marker), sourceLocation: sourceLocation)
      }
    }
  }

  private func expectSilence(
    sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws(AppGroupMailboxError) -> Void
  ) {
    #expect(sourceLocation: sourceLocation) {
      try body()
    } throws: { error in
      expectSilence(error, sourceLocation: sourceLocation)
      return true
    }
    for diagnostic in bench.diagnostics.take() { expectSilence(diagnostic, sourceLocation: sourceLocation) }
  }

  private struct Unencodable: Codable {
    func encode(to encoder: any Encoder) throws {
      throw EncodingError.invalidValue("quagmire", .init(codingPath: [], debugDescription: "quagmire"))
    }
    init() {}
    init(from decoder: any Decoder) throws {}
  }

  /// Every error there is; those with values can say no more than these.
  static let errors: [AppGroupMailboxError] = [
    .invalidNamespace, .invalidLimit("maxMessages"), .invalidDate, .containerUnavailable, .mailboxFull,
    .payloadTooLarge(actualBytes: 2, maximumBytes: 1), .batchTooLarge(actualCount: 2, maximumCount: 1), .unsafeFile,
    .claimNoLongerExists, .ioFailure(call: .open, code: 2), .encodingFailure, .decodingFailure, .busy, .deadLettersFull,
    .deadLetterNoLongerExists, .duplicateMessage, .notDurable(id: MailboxBench.id(1)),
  ]

  @Test(.clauses("SEC-7"), arguments: errors)
  func `No error's text names a file or a path`(_ error: AppGroupMailboxError) {
    expectSilence(error)
  }

  @Test(.clauses("SEC-7"))
  func `Refusals carry nothing of what was refused`() throws {
    expectSilence {
      _ = try AppGroupMailbox<String>(containerPath: folder, namespace: "../quagmire", environment: .system)
    }
    expectSilence { try open(Unencodable.self).enqueue(Unencodable()) }
    expectSilence {
      try open(String.self, limits: MailboxLimits(maxPayloadBytes: 50)).enqueue(
        "quagmire and so on, until it is too long")
    }
    expectSilence {
      try open(String.self, limits: MailboxLimits(maxMessages: 1)).enqueue(contentsOf: ["quagmire", "quagmire"])
    }
    expectSilence {
      try open(String.self).enqueue("quagmire", id: UUID(), enqueuedAt: Date(timeIntervalSinceReferenceDate: .nan))
    }
    expectSilence { _ = try open(String.self).claimPending(limit: -1) }
  }

  @Test(.clauses("SEC-7", "ERR-1"), arguments: FileSystemCall.Primitive.allCases)
  func `A failing call carries its name and number and nothing else`(_ primitive: FileSystemCall.Primitive) throws {
    let plan = FaultPlan()
    let mailbox = try open(String.self, plan: plan)
    try mailbox.enqueue("quagmire", id: try #require(UUID(uuidString: "00000000-0000-4000-8000-0000DEADBEEF")))
    try mailbox.enqueue("quagmire")
    try PlantedEntry.file("pending-quagmire", "quagmire").plant(
      in: "\(folder)/AppGroupMailbox/zeppelin", now: bench.clock.now)
    plan.fail(primitive, call: .open, code: EIO)
    let operations: [() throws -> Void] = [
      { try mailbox.enqueue("quagmire") }, { _ = try mailbox.claimPending() }, { try mailbox.performMaintenance() },
      { _ = try mailbox.statistics() }, { _ = try mailbox.deadLetters() }, { _ = try open(String.self, plan: plan) },
    ]
    for operation in operations {
      do { try operation() } catch AppGroupMailboxError.notDurable { continue } catch { expectSilence(error) }
    }
    for diagnostic in bench.diagnostics.take() { expectSilence(diagnostic) }
  }

  @Test(.clauses("SEC-7"))
  func `Diagnostics of everything that can be wrong carry nothing of it`() throws {
    let mailbox = try open(Int.self, limits: MailboxLimits(maxMessages: 500, maxQuarantinedFiles: 1))
    let directory = "\(folder)/AppGroupMailbox/zeppelin"
    let entries: [PlantedEntry] =
      ["quagmire", #"{"id":"quagmire"}"#, "[\"quagmire\"", MailboxBench.body(909, message: #""quagmire""#)]
      .enumerated().map { .file(EntryNames.pending($0), $1) } + [
        .file("pending-quagmire", "quagmire"), .file("deadletter-quagmire", "quagmire"),
        .symbolicLink(EntryNames.legacy(900), to: folder),
        .message(901, text: "quagmire"), .message(902, after: -86_401, text: "quagmire"),
        .message(903, attempts: 5, text: "quagmire"),
        PlantedEntry(EntryNames.pending(904), .sparse(bytes: 70_000)),
        PlantedEntry(EntryNames.pending(905), .sparse(bytes: 1 << 25)),
        .file(EntryNames.claimed(906), "quagmire", age: 601), .message(907), .message(907, after: 1, text: "quagmire"),
        .file(EntryNames.pending(908), #"{"format":2,"quagmire":"quagmire"}"#),
      ]
    for entry in entries { try entry.plant(in: directory, now: bench.clock.now) }
    _ = try mailbox.claimPending()
    try mailbox.enqueue(1, id: MailboxBench.id(908))
    let diagnostics = bench.diagnostics.take()
    let kinds = Set(diagnostics.map { String(describing: $0) })
    #expect(kinds.count >= 9)
    for diagnostic in diagnostics { expectSilence(diagnostic) }
  }

  @Test(.clauses("SEC-7", "DLQ-12"), arguments: ["quagmire", "secret"])
  func `A reason that somebody planted is listed but in no error`(_ reason: String) throws {
    let mailbox = try open(String.self, limits: MailboxLimits(maxDeadLetters: 1))
    try PlantedEntry.file(EntryNames.deadLetter(1, reason), "quagmire").plant(
      in: "\(folder)/AppGroupMailbox/zeppelin", now: bench.clock.now)
    let letter = try #require(try mailbox.deadLetters().first)
    #expect(letter.reason.rawValue == reason)
    expectSilence { try mailbox.restore(letter) }
    try mailbox.remove(letter)
    expectSilence { try mailbox.remove(letter) }
  }
}
