internal import AppGroupMailbox
internal import Foundation

/// The library in one virtual process, and what it holds.
final class SimulatedParticipant {
  private let world: SimulationWorld
  private let process: Int
  private let mailbox: AppGroupMailbox<String>
  private let user: MailboxUser<SimulatedLog>

  init(
    _ world: SimulationWorld, _ process: Int, _ fileSystem: any FileSystem, _ clock: any MailboxClock, seed: UInt64,
    isDead: @escaping () -> Bool = { false }
  ) throws(AppGroupMailboxError) {
    self.world = world
    self.process = process
    mailbox = try AppGroupMailbox(
      containerPath: SimulationWorld.container, namespace: "inbox", limits: world.settings.limits,
      overflowPolicy: world.settings.discardsOldest ? .discardOldest : .rejectNewest,
      durability: world.settings.durability.ofLibrary,
      environment: MailboxEnvironment(
        fileSystem: fileSystem, clock: clock, identifiers: SeededIdentifiers(seed: seed), doorbell: CountingDoorbell(),
        manyMessages: world.settings.manyMessages))
    user = MailboxUser(
      RecordedMailbox(mailbox, in: SimulatedLog(world: world, process: process, isDead: isDead)),
      identifier: { world.identifier($0) }, now: { world.clock.now })
  }

  /// Does it, and records what came of it unless the process died meanwhile.
  func perform(_ plan: UserStep) {
    // Whatever it came to is in the record.
    do { try user.perform(plan) } catch {}
  }

  // MARK: The end

  /// Takes everything that is there, once nobody holds anything any more.
  func drain() throws(AppGroupMailboxError) -> [HistoryClaim] {
    var taken: [HistoryClaim] = []
    // Messages for the last time come one by one.
    for _ in 0..<100 {
      let claims = try world.finally(.claim(limit: nil), by: process) { () throws(AppGroupMailboxError) in
        try mailbox.claimPending()
      } outcome: {
        .claims(claims: $0.map(HistoryClaim.init))
      }
      if claims.isEmpty { break }
      taken += claims.map(HistoryClaim.init)
      for claim in claims {
        try world.finally(.acknowledge(token: claim.token), by: process) { () throws(AppGroupMailboxError) in
          try claim.acknowledge()
        } outcome: {
          .done
        }
      }
    }
    return taken
  }
}

/// Where a virtual process writes down what it does: nothing more once it is dead.
private struct SimulatedLog: OperationLog {
  let world: SimulationWorld
  let process: Int
  let isDead: () -> Bool

  func invoke(_ call: HistoryCall) -> Int { world.invoke(call, by: process) }

  func finish(_ operation: Int, _ outcome: HistoryOutcome) {
    if !isDead() { world.finish(operation, outcome, by: process) }
  }
}
