import AppGroupMailbox
import Foundation
import MailboxTestSupport
import Testing

/// Ordinals that nobody's clock gave.
struct OrdinalTests {
  static let bound: UInt64 = 1 << 62

  /// The clock of the bench in milliseconds since 1970.
  static let clock = UInt64((MailboxBench.start + 978_307_200) * 1000)

  private func ordinal(_ number: Int, in bench: MailboxBench) throws -> UInt64? {
    try bench.pending().first { $0.id == MailboxBench.id(number) }?.ordinal
  }

  @Test(
    .clauses("LAY-10", "ORD-5"),
    arguments: [
      (0, clock), (1, clock), (clock - 1, clock), (clock, clock + 1), (clock + 5, clock + 6), (bound - 2, bound - 1),
      (bound - 1, bound),
      (bound, clock), (bound + 1, clock), (.max - 1, clock), (.max, clock),
    ] as [(UInt64, UInt64)], PlantedName.allCases)
  func `A new ordinal is the clock's, or one more than the highest that can be a clock's`(
    _ ordinals: (planted: UInt64, next: UInt64), _ name: PlantedName
  ) throws {
    let guarded = try GuardedMailbox()
    try guarded.plant(.file(name.text(ordinals.planted), MailboxBench.body(1), age: 0))
    try guarded.bench.open().enqueue(MailboxBench.Note("x"), id: MailboxBench.id(2))
    #expect(try ordinal(2, in: guarded.bench) == ordinals.next)
  }

  @Test(.clauses("ORD-5", "ORD-2"))
  func `The highest ordinals stop nobody and change no order`() throws {
    let guarded = try GuardedMailbox()
    try guarded.plant(
      .message(1, after: -1, ordinal: .max), .message(2, ordinal: .max), .message(3, ordinal: .max - 1),
      .message(4, ordinal: Self.bound),
      .message(5, after: 1, ordinal: 0))
    let mailbox = try guarded.bench.open()
    for number in 6...8 { try mailbox.enqueue(MailboxBench.Note("x"), id: MailboxBench.id(number)) }
    try mailbox.enqueue(contentsOf: [9, 10].map { (id: MailboxBench.id($0), message: MailboxBench.Note("x")) })
    #expect(try mailbox.claimPending().compactMap { number($0.id) } == [1, 6, 7, 8, 9, 10, 4, 3, 2, 5])
  }

  @Test(.clauses("ORD-5", "LAY-10"))
  func `Ordinals at the bound still let messages be stored, batches too`() throws {
    let guarded = try GuardedMailbox()
    try guarded.plant(.message(1, ordinal: Self.bound - 1))
    let mailbox = try guarded.bench.open()
    try mailbox.enqueue(contentsOf: (2...5).map { (id: MailboxBench.id($0), message: MailboxBench.Note("x")) })
    for number in 6...9 { try mailbox.enqueue(MailboxBench.Note("x"), id: MailboxBench.id(number)) }
    #expect(try Set(mailbox.claimPending().compactMap { number($0.id) }) == Set(1...9))
  }

  @Test(.clauses("ORD-4", "ORD-5"), arguments: [0, 1, UInt64.max, UInt64.max - 1, bound])
  func `An extreme ordinal of release 0.1 neither stops nor loses anything`(_ ordinal: UInt64) throws {
    let guarded = try GuardedMailbox()
    try guarded.plant(.file(EntryNames.legacy(1, ordinal: ordinal), MailboxBench.body(1)), .message(2, after: 1))
    let mailbox = try guarded.bench.open()
    try mailbox.enqueue(MailboxBench.Note("x"), id: MailboxBench.id(3))
    #expect(try Set(mailbox.claimPending().compactMap { number($0.id) }) == [1, 2, 3])
  }

  @Test(
    .clauses("ORD-1", "EXP-3", "LAY-8"),
    arguments: [1e300, -1e300, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, 0, 1e16])
  func `An extreme date neither crashes nor holds up`(_ date: Double) throws {
    let guarded = try GuardedMailbox()
    let limits = MailboxLimits(messageLifetime: .infinity)
    let mailbox = try guarded.bench.open(limits: limits)
    try mailbox.enqueue(
      MailboxBench.Note("x"), id: MailboxBench.id(1), enqueuedAt: Date(timeIntervalSinceReferenceDate: date))
    try mailbox.enqueue(MailboxBench.Note("x"), id: MailboxBench.id(2))
    let claims = try mailbox.claimPending()
    #expect(claims.compactMap { number($0.id) } == (date > MailboxBench.start ? [2, 1] : [1, 2]))
    #expect(claims.first { $0.id == MailboxBench.id(1) }?.enqueuedAt.timeIntervalSinceReferenceDate == date)
  }
}

/// A place where an ordinal can stand.
enum PlantedName: String, Sendable, CaseIterable {
  case pending, claimed

  func text(_ ordinal: UInt64) -> String {
    let name = EntryNames.pending(1, ordinal: ordinal)
    return self == .pending ? name : "claimed-\(EntryNames.id(0xC))-\(name)"
  }
}
