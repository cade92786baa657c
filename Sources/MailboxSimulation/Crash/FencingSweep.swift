internal import AppGroupMailbox
internal import Foundation

/// What was held and is not any more: who held it is told so, whatever he does with it, and nothing is touched.
package struct FencingSweep: Sendable {
  /// How a claim ends before it is used once more.
  private enum End: String, CaseIterable {
    case takenOver, recovered, acknowledged, released, rejected
    /// Another holds the message then, and its attempts are what they were.
    case releasedAndTaken
  }

  private enum Use: String, CaseIterable {
    case acknowledge, release, extend, reject
  }

  private let setting: CrashSetting

  package init(_ setting: CrashSetting) {
    self.setting = setting
  }

  /// How many uses there are.
  package static var count: Int { End.allCases.count * Use.allCases.count + steps.count }

  /// Which promises of SPEC.md are broken.
  package func violations(from start: SimulatedVolume) throws -> [String] {
    var violations: [String] = []
    for end in End.allCases {
      for use in Use.allCases {
        if let what = try violation(end, use, from: start) {
          violations.append("\(setting): a claim that was \(end.rawValue), \(use.rawValue): \(what)")
        }
      }
    }
    for step in Self.steps where try isTaken(afterStep: step, from: start) {
      violations.append("\(setting): a claim that is held, the clock steps by \(step) s: another has it (REC-2)")
    }
    return violations
  }

  private typealias Participants = (
    disk: SimulatedDisk, clock: SimulatedClock, first: AppGroupMailbox<String>, second: AppGroupMailbox<String>
  )

  private func open(on start: SimulatedVolume) throws -> Participants {
    let clock = SimulatedClock(secondsSince2001: CrashSetting.beginning)
    let disk = SimulatedDisk(volume: start, clock: clock)
    func mailbox(_ process: Int32) throws -> AppGroupMailbox<String> {
      try CrashMailbox.open(
        setting, disk.process(user: CrashMailbox.user, identifier: process), clock, setting.durability.ofLibrary,
        seed: UInt64(process))
    }
    return (disk, clock, try mailbox(8), try mailbox(9))
  }

  private func violation(_ end: End, _ use: Use, from start: SimulatedVolume) throws -> String? {
    let (disk, clock, first, second) = try open(on: start)
    guard let claim = try first.claimPending(limit: 1).first else { return nil }
    clock.move(by: end == .takenOver || end == .recovered ? CrashMailbox.claimTimeout + 1 : 1)
    var others: [MailboxClaim<String>] = []
    switch end {
    case .takenOver: others = try second.claimPending()
    case .recovered: try second.performMaintenance()
    case .acknowledged: try claim.acknowledge()
    case .released: try claim.release()
    case .releasedAndTaken:
      try claim.release()
      others = try second.claimPending()
    case .rejected: try claim.reject()
    }
    let former = CrashMoment(of: disk.volume)
    clock.move(by: 1)
    var said: AppGroupMailboxError?
    do throws(AppGroupMailboxError) {
      switch use {
      case .acknowledge: try claim.acknowledge()
      case .release: try claim.release()
      case .extend: try claim.extend()
      case .reject: try claim.reject()
      }
    } catch {
      said = error
    }
    if !CrashMoment(of: disk.volume).looksLike(former) { return "something changed (ACK-2, REL-3, LSE-3, LSE-4)" }
    for other in others { try other.acknowledge() }
    return said == .claimNoLongerExists ? nil : "it says \(said.map { "\($0)" } ?? "nothing") (ACK-2, REL-3, LSE-3)"
  }

  /// Shorter than a lease, in both directions.
  private static let steps = [-50.0, -1, 1, 50]

  private func isTaken(afterStep step: Double, from start: SimulatedVolume) throws -> Bool {
    let (_, clock, first, second) = try open(on: start)
    guard let claim = try first.claimPending(limit: 1).first else { return false }
    clock.move(by: step)
    return try second.claimPending().contains { $0.id == claim.id }
  }
}
