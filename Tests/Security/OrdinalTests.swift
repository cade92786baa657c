import AppGroupMailbox
import Foundation
import MailboxTestSupport
import Testing

/// Ordinals beside the clock, whose milliseconds no fixture can name.
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
      (0, clock), (1, clock), (clock - 1, clock), (clock, clock + 1), (clock + 5, clock + 6), (bound, clock),
      (bound + 1, clock), (.max - 1, clock), (.max, clock),
    ] as [(UInt64, UInt64)], PlantedName.allCases)
  func `A new ordinal is the clock's, or one more than the highest that can be a clock's`(
    _ ordinals: (planted: UInt64, next: UInt64), _ name: PlantedName
  ) throws {
    let guarded = try GuardedMailbox()
    try guarded.plant(.file(name.text(ordinals.planted), MailboxBench.body(1), age: 0))
    try guarded.bench.open().enqueue(MailboxBench.Note("x"), id: MailboxBench.id(2))
    #expect(try ordinal(2, in: guarded.bench) == ordinals.next)
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
