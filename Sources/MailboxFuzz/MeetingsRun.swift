import AppGroupMailbox
import Foundation
import MailboxSimulation

/// Every two operations of two processes, the one at each call of the other; and every late use of a claim.
struct MeetingsRun {
  let jobs: Int
  private static let mostViolations = 20

  func run() throws -> FuzzExit {
    let clock = ContinuousClock()
    let start = clock.now
    let fencing = try Meeting.settings.flatMap { try FencingSweep($0).violations(from: $0.volume()) }
    fencing.forEach(FoundViolation.tell)
    let meetings = try Meeting.settings.flatMap { setting in
      let volume = try setting.volume()
      return Meeting.all(setting).map { (meeting: $0, start: volume) }
    }
    let total = StateLock(MeetingSweep.Coverage())
    let progress = FuzzProgress()
    let interruption = FuzzInterruption()
    let next = StateLock(0)
    DispatchQueue.concurrentPerform(iterations: jobs) { _ in
      while let (meeting, volume) = next.withLock({ next in
        defer { next += 1 }
        return next < meetings.count ? meetings[next] : nil
      }) {
        guard !interruption.isRequested, total.withLock({ $0.violations.count }) < Self.mostViolations else { return }
        var coverage = MeetingSweep.Coverage()
        MeetingSweep().run(meeting, from: volume, into: &coverage)
        let moments = total.withLock { total in
          total.add(coverage)
          coverage.violations.forEach(FoundViolation.tell)
          return total.moments
        }
        progress.show { "meetings: \(moments)" }
      }
    }
    progress.clear()
    let coverage = total.withLock(\.self)
    let violations = fencing + coverage.violations
    print(
      "\(coverage.meetings) pairs of operations, \(coverage.moments) meetings, \(coverage.refusals) refused; "
        + "\(Meeting.settings.count * FencingSweep.count) late uses, in \(Int(((clock.now - start) / .seconds(1)).rounded(.up))) s: "
        + (interruption.isRequested ? "interrupted; " : "")
        + (violations.isEmpty ? "nothing found" : "see the findings above"))
    return violations.isEmpty ? .noFinding : .finding
  }
}
