import MailboxSimulation
import MailboxTestSupport
import Testing

/// A slice of what `MailboxFuzz --meetings` does: two processes, the one in the middle of what it does when the other does something.
struct MeetingTests {
  private static let setting = CrashSetting(
    start: .waiting, durability: .processCrash, discardsOldest: false, supportsUnnamedFiles: true)
  private static let operations: Set<CrashOperation> = [.enqueue, .enqueueRepeated, .enqueueBatch, .claimAll, .release]

  @Test(.clauses("LCK-1", "LCK-3", "CLM-16"), arguments: Meeting.Disturbance.allCases)
  func `Two operations that meet come out as one after the other`(disturbance: Meeting.Disturbance) throws {
    let start = try Self.setting.volume()
    var coverage = MeetingSweep.Coverage()
    for meeting in Meeting.all(Self.setting) where meeting.disturbance == disturbance {
      guard let first = meeting.first.last, let second = meeting.second.last else { continue }
      guard Self.operations.contains(first), Self.operations.contains(second) else { continue }
      MeetingSweep().run(meeting, from: start, into: &coverage)
    }
    #expect(coverage.violations.prefix(5) == [])
    #expect(coverage.meetings >= 16)
    #expect(coverage.moments > 200)
    #expect(coverage.refusals > 100)
  }

  @Test(.clauses("LSE-4", "ACK-2", "REL-3"), arguments: [CrashStart.waiting, .full])
  func `Who held a claim is told that it is over, and nothing is touched`(start: CrashStart) throws {
    var setting = Self.setting
    setting.start = start
    #expect(try FencingSweep(setting).violations(from: setting.volume()) == [])
  }
}
