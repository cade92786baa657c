import AppGroupMailbox
import Foundation
import MailboxSimulation
import Testing

struct HistoryRecordingTests {
  private static let participant = HistoryParticipant {
    $0.durability = .processCrash
    $0.lockTimeout = 1_000_000_000
  }

  /// Opens a mailbox of which everything is recorded.
  private static func open(
    in folder: String, process: Int, fileSystem: any FileSystem = POSIXFileSystem()
  ) throws -> RecordedMailbox<HistoryRecorder> {
    let recorder = try HistoryRecorder(at: "\(folder)/\(process).jsonl", process: process, participant)
    let mailbox = try AppGroupMailbox<String>(
      containerPath: folder, namespace: "recorded", durability: .processCrash,
      environment: MailboxEnvironment(fileSystem: fileSystem))
    return RecordedMailbox(mailbox, in: recorder)
  }

  private static func history(in folder: String, _ files: [Int]) throws -> MailboxHistory {
    let texts = try files.map { try String(contentsOfFile: "\(folder)/\($0).jsonl", encoding: .utf8) }
    return try MailboxHistory.reading(files: texts).history
  }

  @Test func `Every operation is written down with its outcome, failures too`() throws {
    let folder = try ScratchDirectory()
    defer { withExtendedLifetime(folder) {} }
    let mailbox = try Self.open(in: folder.path, process: 0)
    let (one, two, three) = (HistoryExample.id(1), HistoryExample.id(2), HistoryExample.id(3))
    let made = try mailbox.enqueue("made")
    try mailbox.enqueue("dated", id: one, enqueuedAt: Date(timeIntervalSinceReferenceDate: 800_000_000))
    try mailbox.enqueue(contentsOf: [(two, "two"), (three, "three")])
    #expect(throws: AppGroupMailboxError.invalidDate) {
      try mailbox.enqueue("never", id: one, enqueuedAt: Date(timeIntervalSinceReferenceDate: .nan))
    }
    let old = try mailbox.claimPending(limit: 3)
    let new = try mailbox.claimPending()
    // What is older than its lifetime is not delivered.
    #expect((old + new).map(\.id) == [made, two, three])
    try mailbox.extend(old[0])
    try mailbox.release(old[1])
    try mailbox.reject(old[0])
    try mailbox.acknowledge(old[2])
    let letter = try #require(try mailbox.deadLetters().first)
    try mailbox.restore(letter)
    #expect(throws: AppGroupMailboxError.deadLetterNoLongerExists) { try mailbox.remove(letter) }
    try mailbox.performMaintenance()
    try mailbox.statistics()

    let history = try Self.history(in: folder.path, [0])
    #expect(history.participants == [Self.participant])
    let tokens = old.map(\.token)
    let expected: [HistoryCall] = [
      .enqueue(message: HistoryMessage(id: nil, payload: "\"made\""), date: nil),
      .enqueue(message: HistoryMessage(id: one, payload: "\"dated\""), date: 800_000_000),
      .batch(messages: [(two, "two"), (three, "three")].map { HistoryMessage(id: $0, payload: "\"\($1)\"") }),
    ]
    #expect(Array(history.operations.map(\.call).prefix(3)) == expected)
    #expect(
      Array(history.operations.map(\.call).dropFirst(4)) == [
        .claim(limit: 3), .claim(limit: nil), .extend(token: tokens[0]), .release(token: tokens[1]),
        .reject(token: tokens[0]), .acknowledge(token: tokens[2]), .deadLetters,
        .restore(id: made, reason: letter.reason.rawValue), .removeDeadLetter(id: made, reason: letter.reason.rawValue),
        .maintain, .statistics,
      ])
    #expect(history.operations[0].outcome == .identifiers(ids: [made]))
    #expect(history.operations[3].outcome == .failed(error: .invalidDate))
    #expect(history.operations[4].outcome?.claims.map(\.token) == tokens)
    #expect(history.operations.last?.outcome?.error == nil && history.operations.last?.outcome != nil)
    // The clock that orders them never stands still, and belongs to all processes.
    for (one, other) in zip(history.operations, history.operations.dropFirst()) {
      #expect(one.invoked < (one.returned ?? 0) && (one.returned ?? .max) < other.invoked)
    }
    #expect(HistoryFinding(judging: history).search == .explained)
  }

  @Test(arguments: ["rename", "link", "unlock"])
  func `A process killed in an operation leaves it unknown, and the whole history is still judged`(
    call: String
  ) async throws {
    let folder = try ScratchDirectory()
    defer { withExtendedLifetime(folder) {} }
    await #expect(processExitsWith: .signal(SIGKILL)) { [folder = folder.path as String, call = call as String] in
      let begun = StateLock(0)
      let fileSystem = InterposedFileSystem { made throws(SystemError) in
        // In the third enqueue.
        if begun.withLock(\.self) == 3, made.primitive.rawValue == call { kill(getpid(), SIGKILL) }
      }
      let mailbox = try Self.open(in: folder, process: 0, fileSystem: fileSystem)
      for number in 1...3 {
        begun.withLock { $0 = number }
        try mailbox.enqueue("\(number)", id: HistoryExample.id(number))
      }
      if call == "rename" { _ = try mailbox.claimPending() }
    }
    let supervisor = try HistoryRecorder(at: "\(folder.path)/9.jsonl", process: 9, nil)
    try supervisor.record(.killed(process: 0))
    let mailbox = try Self.open(in: folder.path, process: 1)
    let claims = try mailbox.claimPending()
    for claim in claims { try mailbox.acknowledge(claim) }

    let history = try Self.history(in: folder.path, [0, 1, 9])
    let killed = history.operations.filter { $0.process == 0 }
    #expect(killed.last?.outcome == nil && killed.last?.returned == nil)
    #expect(killed.dropLast().allSatisfy { $0.outcome?.succeeded ?? false })
    #expect(history.events.map(\.kind) == [.killed(process: 0)])
    #expect((2...3).contains(claims.count))
    #expect(HistoryFinding(judging: history).search == .explained)

    // What a mailbox does not do would be seen in it.
    var broken = history
    let position = try #require(broken.operations.firstIndex { $0.call == .claim(limit: nil) && $0.process == 1 })
    broken.operations[position].outcome = .claims(
      claims: claims.dropFirst().map { claim in
        HistoryClaim(
          token: claim.token, id: claim.id, payload: "\"\(claim.message)\"",
          date: claim.enqueuedAt.timeIntervalSinceReferenceDate, attempts: claim.attempts)
      })
    #expect(!HistoryFinding(judging: broken).violations.isEmpty)
  }

  @Test func `A recording is never written over, and a call that cannot be recorded is not made`() throws {
    let folder = try ScratchDirectory()
    defer { withExtendedLifetime(folder) {} }
    let mailbox = try Self.open(in: folder.path, process: 0)
    try mailbox.enqueue("1")
    #expect(throws: HistoryRecorder.Failure(path: "\(folder.path)/0.jsonl", code: EEXIST)) {
      try HistoryRecorder(at: "\(folder.path)/0.jsonl", process: 0, nil)
    }
    let refused = RecordedMailbox(mailbox.mailbox, in: FullLog())
    #expect(throws: HistoryRecorder.Failure.self) { try refused.enqueue("2") }
    #expect(try mailbox.statistics().pending == 1)
  }

  /// On a disk without room.
  private struct FullLog: OperationLog {
    func invoke(_ call: HistoryCall) throws -> Int { throw HistoryRecorder.Failure(path: "full", code: ENOSPC) }
    func finish(_ operation: Int, _ outcome: HistoryOutcome) throws {}
  }

  @Test func `What fails in an operation is noted in that one only`() throws {
    let folder = try ScratchDirectory()
    defer { withExtendedLifetime(folder) {} }
    let recorder = try HistoryRecorder(at: "\(folder.path)/0.jsonl", process: 0, Self.participant)
    for isFaulted in [false, true, false] {
      let operation = try recorder.invoke(.maintain)
      if isFaulted { recorder.noteFault() }
      try recorder.finish(operation, .done)
    }
    let operations = try Self.history(in: folder.path, [0]).operations
    #expect(operations.map(\.isFaulted) == [nil, true, nil])
  }
}
