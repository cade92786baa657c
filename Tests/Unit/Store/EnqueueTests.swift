import AppGroupMailbox
import Foundation
import MailboxSimulation
import MailboxTestSupport
import Testing

struct EnqueueTests {
  let bench: MailboxBench

  init() throws {
    bench = try MailboxBench()
  }

  @Test(.clauses("ENQ-2", "DIA-2"))
  func `Repeating an identifier succeeds, changes nothing and says so`() throws {
    let mailbox = try bench.open()
    let id = MailboxBench.id(1)
    try mailbox.enqueue(.init("first"), id: id)
    let before = try bench.names()
    bench.clock.move(by: 10)
    #expect(try mailbox.enqueue(.init("second"), id: id) == id)
    #expect(try bench.names() == before)
    #expect(bench.diagnostics.take() == [.repeatedMessageIgnored])
    let claims = try mailbox.claimPending()
    #expect(claims.map(\.message.text) == ["first"])
    let held = try bench.names()
    try mailbox.enqueue(.init("third"), id: id)
    #expect(try bench.names() == held)
    try claims[0].acknowledge()
    try mailbox.enqueue(.init("fourth"), id: id)
    #expect(try mailbox.claimPending().map(\.message.text) == ["fourth"])
  }

  @Test(.clauses("ENQ-2", "LIM-5", "REL-5"))
  func `A claim that is released without the lock in mid-enqueue counts as what it is then`() throws {
    let plan = FaultPlan()
    let producer = try bench.open(limits: .init(maxMessages: 1), fileSystem: plan.fileSystem())
    let id = try producer.enqueue(.init("first"), id: MailboxBench.id(1))
    for isRepeated in [true, false] {
      let claim = try #require(try bench.open().claimPending().first)
      // Listed as claimed, and back by the time its stamp is looked at. The lock is the enqueue's.
      plan.before(.statusOfName, name: "claimed-") { _ in #expect(throws: Never.self) { try claim.release() } }
      if isRepeated {
        #expect(try producer.enqueue(.init("second"), id: id) == id)
      } else {
        #expect(throws: AppGroupMailboxError.mailboxFull) { try producer.enqueue(.init("third")) }
      }
      #expect(try bench.names("pending-").count == 1)
    }
    #expect(try bench.open().claimPending().map(\.message.text) == ["first"])
  }

  @Test(.clauses("ENQ-2", "LIM-4"))
  func `A repeated identifier succeeds in a full mailbox`() throws {
    let mailbox = try bench.open(limits: .init(maxMessages: 1))
    try mailbox.enqueue(.init("a"), id: MailboxBench.id(1))
    #expect(throws: AppGroupMailboxError.mailboxFull) { try mailbox.enqueue(.init("b"), id: MailboxBench.id(2)) }
    try mailbox.enqueue(.init("c"), id: MailboxBench.id(1))
    #expect(try bench.names().count == 1)
  }

  @Test(.clauses("ENQ-3", "LAY-4", "LAY-10"))
  func `An imported date stands in name and body, and the ordinal is the clock`() throws {
    let mailbox = try bench.open()
    let date = Date(timeIntervalSinceReferenceDate: 804_999_000.25)
    try mailbox.enqueue(.init("old"), id: MailboxBench.id(1), enqueuedAt: date)
    let name = try #require(try bench.pending().first)
    #expect(name.details?.date.seconds == 804_999_000.25)
    #expect(name.ordinal == UInt64((MailboxBench.start + 978_307_200) * 1000))
    #expect(name.attempts == 0)
    let body = try bench.content(name.fileName.text)
    #expect(body.contains(#""enqueuedAt":804999000.25"#))
    #expect(body.contains(MailboxBench.id(1).uuidString))
    #expect(!body.contains("format"))
    #expect(try mailbox.claimPending().map(\.enqueuedAt) == [date])
  }

  @Test(.clauses("ENQ-4", "ENQ-7"), arguments: [false, true])
  func `A message one byte too large is refused with both sizes, repeated or not`(isRepeated: Bool) throws {
    let probe = try bench.open()
    try probe.enqueue(.init("xxxx"), id: MailboxBench.id(1))
    let name = try #require(try bench.names().first)
    let size = try bench.content(name).utf8.count
    if !isRepeated { try probe.claimPending()[0].acknowledge() }
    let before = try bench.names()
    let mailbox = try bench.open(limits: .init(maxPayloadBytes: size))
    let error = AppGroupMailboxError.payloadTooLarge(actualBytes: size + 1, maximumBytes: size)
    #expect(throws: error) { try mailbox.enqueue(.init("xxxxx"), id: MailboxBench.id(1)) }
    #expect(try bench.names() == before)
    #expect(bench.temporaries().isEmpty)
    try mailbox.enqueue(.init("xxxx"), id: MailboxBench.id(1))
  }

  @Test(.clauses("LAY-15", "ENQ-4"))
  func `No limit allows more than 16 MiB`() throws {
    let mailbox = try bench.open(limits: .init(maxPayloadBytes: .max))
    let overhead = 16_777_216 - 40
    #expect(throws: AppGroupMailboxError.self) { try mailbox.enqueue(.init(String(repeating: "x", count: overhead))) }
    #expect(try bench.names() == [])
    try mailbox.enqueue(.init(String(repeating: "x", count: 16_777_000)))
    #expect(try mailbox.claimPending().count == 1)
  }

  struct Unencodable: Codable, Sendable {
    var value = Double.nan
  }

  @Test(.clauses("ENQ-5", "ENQ-7"))
  func `What cannot be encoded is refused and nothing is written`() throws {
    let mailbox = try bench.open(Unencodable.self)
    #expect(throws: AppGroupMailboxError.encodingFailure) { try mailbox.enqueue(Unencodable()) }
    #expect(throws: AppGroupMailboxError.encodingFailure) {
      try mailbox.enqueue(contentsOf: [Unencodable(value: 1), Unencodable()])
    }
    #expect(try bench.names() == [])
  }

  @Test(.clauses("ENQ-6"), arguments: [Double.nan, .infinity, -.infinity])
  func `A date that is not finite is refused and nothing is written`(seconds: Double) throws {
    let mailbox = try bench.open()
    #expect(throws: AppGroupMailboxError.invalidDate) {
      try mailbox.enqueue(.init("a"), id: UUID(), enqueuedAt: Date(timeIntervalSinceReferenceDate: seconds))
    }
    #expect(try bench.names() == [])
  }

  @Test(.clauses("ENQ-8", "ENQ-9", "LCK-4"), arguments: [true, false])
  func `A message is written out of sight, outside the lock, and published by one exclusive call`(
    hasUnnamedFiles: Bool
  ) throws {
    let plan = FaultPlan()
    if !hasUnnamedFiles { plan.fail(.createUnnamedFile, call: .create, code: ErrorNumber.unsupported) }
    let recorder = CallRecorder()
    let mailbox = try bench.open(durability: .powerLoss, fileSystem: recorder.fileSystem(over: plan.fileSystem()))
    _ = recorder.take()
    try mailbox.enqueue(.init("a"))
    let calls = recorder.take().map(\.primitive)
    let lock = try #require(calls.firstIndex(of: .tryLock))
    let unlock = try #require(calls.firstIndex(of: .unlock))
    let published = try #require(calls.firstIndex(of: hasUnnamedFiles ? .link : .rename))
    #expect(try #require(calls.firstIndex(of: .write)) < lock)
    #expect(try #require(calls.firstIndex(of: .synchronizeFile)) < lock)
    #expect(lock < published && published < unlock)
    #expect(!calls[lock..<unlock].contains(.synchronizeFile) && !calls[lock..<unlock].contains(.synchronizeDirectory))
    #expect(calls.count { $0 == .link || $0 == .rename } == 1)
    #expect(!calls.contains(.remove))
    #expect(bench.temporaries().isEmpty)
  }

  @Test(.clauses("ENQ-18"), arguments: [true, false])
  func `A temporary that is gone before it is published is written again`(hasUnnamedFiles: Bool) throws {
    let plan = FaultPlan()
    if hasUnnamedFiles {
      plan.fail(.link, times: 1, call: .link, code: ErrorNumber.notFound)
    } else {
      plan.fail(.createUnnamedFile, call: .create, code: ErrorNumber.unsupported)
      let folder = "\(bench.directory)/.tmp"
      plan.before(.tryLock) { _ in
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
          try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
        }
      }
    }
    let mailbox = try bench.open(fileSystem: plan.fileSystem())
    try mailbox.enqueue(.init("a"), id: MailboxBench.id(1))
    #expect(try mailbox.claimPending().map(\.id) == [MailboxBench.id(1)])
    #expect(bench.temporaries().isEmpty)
  }

  @Test(
    .clauses("ENQ-19", "DUR-8", "ERR-1"),
    arguments: [
      (FileSystemCall.Primitive.createFile, MailboxSystemCall.create), (.write, .write),
      (.synchronizeFile, .synchronizeFile),
      (.rename, .rename), (.tryLock, .lock), (.list, .list),
    ])
  func `A failing call leaves no message and no temporary, and is named`(
    primitive: FileSystemCall.Primitive, call: MailboxSystemCall
  ) throws {
    let plan = FaultPlan()
    plan.fail(.createUnnamedFile, call: .create, code: ErrorNumber.unsupported)
    let mailbox = try bench.open(durability: .powerLoss, fileSystem: plan.fileSystem())
    plan.fail(primitive, times: 1, call: call, code: ErrorNumber.noSpace)
    #expect(throws: AppGroupMailboxError.ioFailure(call: call, code: ErrorNumber.noSpace)) {
      try mailbox.enqueue(.init("a"))
    }
    #expect(try bench.names() == [])
    #expect(bench.temporaries().isEmpty)
    plan.clear()
    try mailbox.enqueue(.init("b"))
    #expect(try mailbox.claimPending().map(\.message.text) == ["b"])
  }

  @Test(.clauses("ENQ-10", "EXP-4"), arguments: [0, 1, 10, 300])
  func `An enqueue opens no message file, whatever the depth`(depth: Int) throws {
    for number in 0..<depth { try bench.plantMessage(number) }
    let recorder = CallRecorder()
    let mailbox = try bench.open(limits: .init(maxMessages: 1000), fileSystem: recorder.fileSystem())
    _ = recorder.take()
    try mailbox.enqueue(.init("a"))
    let calls = recorder.take()
    #expect(!calls.contains { $0.primitive == .openFile && $0.concernsMessage })
    #expect(calls.count { $0.primitive == .list } == 1)
    #expect(calls.count < 20)
  }

  @Test(.clauses("ERR-2"), arguments: [1, 7])
  func `Short reads and writes are continued`(limit: Int) throws {
    let mailbox = try bench.open(fileSystem: FaultPlan().fileSystem(transferLimit: limit))
    try mailbox.enqueue(.init("a rather long message"))
    #expect(try mailbox.claimPending().map(\.message.text) == ["a rather long message"])
  }
}
