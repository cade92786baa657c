import AppGroupMailbox
import Foundation
import MailboxSimulation
import MailboxTestSupport
import Testing

/// A huge mailbox is listed before it is locked.
struct ListingAheadTests {
  private let bench: MailboxBench
  private let recorder = CallRecorder()
  private let plan = FaultPlan()

  init() throws {
    bench = try MailboxBench()
    // Of a mailbox that nobody has changed the generation is not known.
    try bench.open().enqueue(.init("first"))
    for name in try bench.names() { try FileManager.default.removeItem(atPath: "\(bench.directory)/\(name)") }
    for number in 0..<20 { try bench.plantMessage(number, ordinal: UInt64(number)) }
  }

  private func open(many: Int = 1, isDistinct: Bool = true) throws -> AppGroupMailbox<MailboxBench.Note> {
    try AppGroupMailbox(
      containerPath: bench.container, namespace: bench.namespace, limits: MailboxLimits(maxMessages: 30),
      environment: MailboxEnvironment(
        fileSystem: recorder.fileSystem(over: plan.fileSystem(over: DistinctTimes(isDistinct: isDistinct))),
        clock: bench.clock, manyMessages: many))
  }

  /// How many listings were made with the lock and without it, since the last time.
  private func listings() -> (locked: Int, free: Int) {
    var isLocked = false
    var (locked, free) = (0, 0)
    for call in recorder.take() {
      switch call.primitive {
      case .tryLock: isLocked = true
      case .unlock: isLocked = false
      case .list: if isLocked { locked += 1 } else { free += 1 }
      default: break
      }
    }
    return (locked, free)
  }

  /// Somebody else stores messages at the end of so many listings.
  private func disturb(_ times: Int) {
    let count = StateLock(0)
    let bench = bench
    plan.add(
      FaultPlan.Fault(matches: { $0.primitive == .tryLock }) { _ throws(SystemError) in
        let number = count.withLock { count in
          count += 1
          return count
        }
        // The first hold finds that there is much to list.
        if 2...times + 1 ~= number { _ = try? bench.plantMessage(100 + number, ordinal: 1) }
      })
  }

  @Test(.clauses("LCK-4", "CLM-2"))
  func `A large mailbox is listed without the lock, and once`() throws {
    let mailbox = try open()
    try mailbox.enqueue(.init("a"))
    #expect(listings() == (0, 1))
    #expect(try mailbox.claimPending(limit: 1).map(\.id) == [MailboxBench.id(0)])
    #expect(listings() == (0, 0))
    try bench.plantMessage(50, ordinal: 1)
    #expect(try mailbox.claimPending(limit: 2).map(\.id) == [1, 50].map(MailboxBench.id))
    #expect(listings() == (0, 1))
  }

  @Test(.clauses("LCK-4"))
  func `A small one is listed under the lock, without another hold of it`() throws {
    let mailbox = try open(many: 1_000)
    try mailbox.enqueue(.init("a"))
    let calls = recorder.take()
    #expect(calls.count { $0.primitive == .list } == 1 && calls.count { $0.primitive == .tryLock } == 1)
  }

  @Test(.clauses("LCK-4", "LAY-19"))
  func `Where two changes may have one time, what was listed before is not trusted`() throws {
    let mailbox = try open(isDistinct: false)
    try mailbox.enqueue(.init("a"))
    #expect(listings() == (1, 0))
  }

  @Test(.clauses("CLM-2", "LIM-4"), arguments: 1...4)
  func `What comes between listing and lock is seen, and after two attempts the lock is held`(times: Int) throws {
    disturb(times)
    let mailbox = try open()
    let claims = try mailbox.claimPending(limit: 12).map(\.id)
    // Those that came before the listing that counts are claimed in their place.
    #expect(Set(claims).isSuperset(of: (1...min(times, 2)).map { MailboxBench.id(101 + $0) }))
    #expect(listings() == (times >= 2 ? (1, 2) : (0, 2)))
  }

  @Test(.clauses("ERR-1", "CLM-2"))
  func `A listing that fails without the lock is made under it, which tells of failures`() throws {
    plan.fail(.list, times: 1, call: .list, code: ErrorNumber.inputOutput)
    let mailbox = try open()
    try mailbox.enqueue(.init("a"))
    plan.fail(.list, times: 3, call: .list, code: ErrorNumber.inputOutput)
    try bench.plantMessage(50, ordinal: 1)
    #expect(throws: AppGroupMailboxError.ioFailure(call: .list, code: ErrorNumber.inputOutput)) {
      try mailbox.enqueue(.init("b"))
    }
    try mailbox.enqueue(.init("b"))
    #expect(try bench.pending().count == 23)
  }

  @Test(
    arguments: [
      (count: 1_000, size: 0, isWorthIt: true), (999, 1 << 30, false), (nil, 64_000, true), (nil, 63_999, false),
    ] as [(Int?, Int64, Bool)])
  func `It is worth it from a thousand messages on, or where the directory looks so`(
    count: Int?, size: Int64, isWorthIt: Bool
  ) {
    #expect(ListingAhead.isWorthIt(count: count, size: size, many: ListingAhead.many) == isWorthIt)
  }
}
