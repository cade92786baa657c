import AppGroupMailbox
import MailboxTestSupport
import Testing

struct AdmissionTests {
  static func situation(
    _ new: Int, _ pending: Int, _ claimed: Int, highest: UInt64? = nil, milliseconds: UInt64 = 1000
  ) -> Admission.Situation {
    Admission.Situation(
      newMessages: new, pending: pending, claimed: claimed, evictable: pending, highestOrdinal: highest,
      milliseconds: milliseconds)
  }

  @Test(
    .clauses("LIM-4", "LIM-5"),
    arguments: [
      (1, 0, 0, true), (1, 2, 0, true), (1, 0, 2, true), (1, 3, 0, false), (1, 2, 1, false), (3, 0, 0, true),
      (2, 1, 1, false),
      (1, 5, 0, false),
    ])
  func `Reject-newest admits what fits`(new: Int, pending: Int, claimed: Int, fits: Bool) {
    let decision = Admission.decide(Self.situation(new, pending, claimed), maxMessages: 3, policy: .rejectNewest)
    #expect(decision == (fits ? .admitted(firstOrdinal: 1000, evicting: 0) : .full))
  }

  @Test(
    .clauses("OVF-1", "OVF-3", "OVF-5"),
    arguments: [
      (1, 2, 0, 0), (1, 3, 0, 1), (1, 2, 1, 1), (2, 2, 1, 2), (3, 3, 0, 3), (1, 6, 0, 4), (1, 1, 2, 1), (1, 0, 3, nil),
      (2, 1, 2, nil), (1, 2, 4, nil),
    ] as [(Int, Int, Int, Int?)])
  func `Discard-oldest makes room from what is pending`(new: Int, pending: Int, claimed: Int, evicting: Int?) {
    let decision = Admission.decide(Self.situation(new, pending, claimed), maxMessages: 3, policy: .discardOldest)
    #expect(decision == (evicting.map { .admitted(firstOrdinal: 1000, evicting: $0) } ?? .full))
  }

  @Test(
    .clauses("LAY-10", "ORD-5"),
    arguments: [
      (nil, 5, 5), (3, 5, 5), (5, 5, 6), (9, 5, 10), ((1 << 62) - 1, 5, 1 << 62), (nil, 0, 0),
      (nil, .max, (1 << 62) - 1),
    ] as [(UInt64?, UInt64, UInt64)])
  func `A new ordinal is the larger of the clock and the highest in use plus one`(
    highest: UInt64?, milliseconds: UInt64, expected: UInt64
  ) {
    let situation = Self.situation(1, 0, 0, highest: highest, milliseconds: milliseconds)
    #expect(
      Admission.decide(situation, maxMessages: 3, policy: .rejectNewest)
        == .admitted(firstOrdinal: expected, evicting: 0))
  }
}
