import AppGroupMailbox
import MailboxTestSupport
import Testing

struct DispositionTests {
  @Test(
    .clauses("REC-1", "REC-2", "REC-3"),
    arguments: [
      (0.0, false), (600, false), (600.001, true), (-600, false), (-600.001, true), (1e12, true), (-1e12, true),
    ])
  func `A claim is abandoned when its stamp is further from now than the timeout, in either direction`(
    age: Double, isAbandoned: Bool
  ) {
    #expect(
      ClaimDisposition.decide(stamp: 5e9 - age, now: 5e9, claimTimeout: 600) == (isAbandoned ? .recover : .keep))
  }

  @Test(
    .clauses("EXP-1", "EXP-3"),
    arguments: [(86_400.0, false), (86_400.001, true), (0, false), (-1e9, false), (1e12, true)])
  func `A message expires when it is older than its lifetime, and never in the future`(age: Double, expires: Bool) {
    let name = MailboxBench.name(1, date: 1e9 - age)
    let disposition = PendingDisposition.decide(name, isRepeated: false, now: 1e9, limits: MailboxLimits())
    #expect(disposition == (expires ? .expire : .keep))
  }

  @Test(
    .clauses("DLQ-1", "DLQ-13"),
    arguments: [(4, 5, false), (5, 5, true), (9999, 5, true), (0, 1, false), (1, 1, true), (9999, nil, false)]
      as [(Int, Int?, Bool)])
  func `Attempts are exhausted when there are as many as allowed`(attempts: Int, maxAttempts: Int?, isExhausted: Bool) {
    let disposition = PendingDisposition.decide(
      MailboxBench.name(1, attempts: attempts), isRepeated: false, now: MailboxBench.start,
      limits: MailboxLimits(maxAttempts: maxAttempts))
    #expect(disposition == (isExhausted ? .deadLetter(.attempts) : .keep))
  }

  @Test(.clauses("DLQ-5", "EXP-1"))
  func `What expires expires, and a repetition is a duplicate whatever its attempts`() {
    let limits = MailboxLimits()
    #expect(
      PendingDisposition.decide(MailboxBench.name(1, date: 0), isRepeated: true, now: 1e9, limits: limits) == .expire)
    #expect(
      PendingDisposition.decide(
        MailboxBench.name(1, attempts: 9), isRepeated: true, now: MailboxBench.start, limits: limits)
        == .deadLetter(.duplicate))
  }

  @Test(
    .clauses("CLM-2", "DLQ-2"),
    arguments: [
      ([], nil, 0, .end), ([0, 0], nil, 0, .together(2)), ([0, 0, 0], 2, 0, .together(2)), ([0], 0, 3, .end),
      ([4], nil, 0, .alone), ([4, 0], nil, 0, .alone), ([4, 0], nil, 1, .end), ([0, 4, 0], nil, 0, .together(1)),
      ([0, 4], 1, 0, .together(1)), ([9], nil, 0, .alone),
    ] as [([Int], Int?, Int, ClaimStep)])
  func `A claim takes the first so many, and one in its last attempt alone`(
    attempts: [Int], wanted: Int?, delivered: Int, expected: ClaimStep
  ) {
    let names = attempts.enumerated().map { MailboxBench.name($0.offset, attempts: $0.element) }
    #expect(ClaimStep.decide(names[...], wanted: wanted, delivered: delivered, maxAttempts: 5) == expected)
  }

  @Test(.clauses("LCK-4"))
  func `A claim takes no more under one hold of the lock than it may`() {
    let names = (0..<100).map { MailboxBench.name($0) }
    #expect(ClaimStep.decide(names[...], wanted: nil, delivered: 0, maxAttempts: nil) == .together(ClaimStep.largest))
    #expect(ClaimStep.largest <= 64)
  }

  @Test(
    .clauses("QUA-2", "QUA-4", "DLQ-4"),
    arguments: [
      (FileType.regular, 1, 100, .good), (.regular, 1, 101, .deadLetter(.oversize)), (.regular, 1, 0, .good),
      (.regular, 1, 16_777_216, .deadLetter(.oversize)), (.regular, 1, 16_777_217, .quarantine(.oversize)),
      (.regular, 2, 1, .quarantine(.links)), (.regular, 0, 1, .gone), (.symbolicLink, 1, 1, .quarantine(.type)),
      (.directory, 2, 1, .quarantine(.type)), (.other, 1, 0, .quarantine(.type)),
    ] as [(FileType, UInt64, Int64, FileEvidence)])
  func `A file is judged by its type, its links and its size, in that order`(
    type: FileType, links: UInt64, size: Int64, expected: FileEvidence
  ) {
    let time = FileTime(seconds: 0, nanoseconds: 0)
    let status = FileStatus(
      identity: FileIdentity(volume: 1, number: 1), type: type, linkCount: links, size: size, owner: 0, permissions: 0,
      modified: time, changed: time)
    #expect(FileEvidence.judge(status, limit: 100) == expected)
  }
}
