internal import AppGroupMailbox
internal import Foundation

/// The next process: it opens what is there, waits until everything that was held is free again, and takes it all.
enum CrashRecovery {
  /// More rounds than there are reasons to claim again.
  private static let rounds = 12
  /// When it comes, in seconds after the other died: nobody looks after a claim any more, and no temporary is being written.
  static let delay = CrashMailbox.claimTimeout + 3_700

  /// What it finds, and the volume it leaves.
  static func findings(on volume: SimulatedVolume, _ now: Double) -> CrashFindings {
    let clock = SimulatedClock(secondsSince2001: now)
    let disk = SimulatedDisk(volume: volume, clock: clock)
    var findings = CrashFindings()
    do {
      let mailbox = try AppGroupMailbox<String>(
        containerPath: CrashMailbox.container, namespace: "inbox",
        limits: MailboxLimits(
          maxMessages: CrashMailbox.maxMessages, claimTimeout: CrashMailbox.claimTimeout, lockTimeout: 0.01),
        durability: .processCrash,
        environment: MailboxEnvironment(
          fileSystem: disk.process(user: CrashMailbox.user, identifier: 9), clock: clock,
          identifiers: SeededIdentifiers(seed: 7), doorbell: CountingDoorbell()))
      clock.move(by: delay)
      for _ in 0..<rounds {
        let claims = try mailbox.claimPending()
        if claims.isEmpty { break }
        for claim in claims {
          findings.messages.append(
            CrashFindings.Message(
              id: claim.id, text: claim.message, attempts: claim.attempts, date: claim.enqueuedAt))
          try claim.acknowledge()
        }
      }
      try mailbox.performMaintenance()
      for letter in try mailbox.deadLetters() {
        findings.messages.append(
          CrashFindings.Message(id: letter.id, text: letter.message, attempts: letter.attempts, isDeadLetter: true))
      }
    } catch {
      findings.error = "\(error)"
    }
    let contents = CrashContents(of: disk.volume, at: CrashMailbox.directory)
    findings.quarantined = contents.quarantined
    findings.leftOver = contents.leftOver + contents.messages.filter { !$0.value.isDeadLetter }.map { "\($0.key)" }
    return findings
  }
}
