internal import AppGroupMailbox

/// What a simulation is like, chosen by its tape.
package struct SimulationSettings: Hashable, Sendable, CustomStringConvertible {
  package var processes: Int
  package var operations: Int
  package var durability: HistoryDurability
  package var maxMessages: Int
  package var discardsOldest: Bool
  package var claimTimeout: Double
  package var maxAttempts: Int
  package var supportsUnnamedFiles: Bool
  package var hasCoarseTimes: Bool
  package var powerLoss: PowerLossModel
  /// The seed of the order in which directories list their entries.
  package var seed: UInt64

  package init(drawnFrom tape: ChoiceTape) {
    processes = 2 + tape.choose(below: 3)
    operations = 1 + tape.choose(below: 60)
    durability = [.powerLoss, .ordered, .processCrash][tape.choose(below: 3)]
    maxMessages = 6 - tape.choose(below: 5)
    discardsOldest = tape.chance(1, in: 2)
    claimTimeout = 60
    maxAttempts = 5 - tape.choose(below: 4)
    supportsUnnamedFiles = !tape.chance(1, in: 2)
    hasCoarseTimes = tape.chance(1, in: 2)
    powerLoss = tape.chance(1, in: 2) ? .ordered : .adversarial
    seed = tape.choose(below: 1 << 16)
  }

  var participant: HistoryParticipant {
    HistoryParticipant {
      $0.maxMessages = maxMessages
      $0.discardsOldest = discardsOldest
      $0.claimTimeout = claimTimeout
      $0.maxAttempts = maxAttempts
      $0.durability = durability
      $0.lockTimeout = 10_000_000
    }
  }

  var limits: MailboxLimits {
    MailboxLimits(
      maxMessages: maxMessages, claimTimeout: claimTimeout, maxAttempts: maxAttempts, lockTimeout: 0.01)
  }

  var volume: SimulatedVolume {
    var settings = VolumeSettings()
    settings.supportsUnnamedFiles = supportsUnnamedFiles
    settings.timeGranularity = hasCoarseTimes ? .tick : .nanosecond
    settings.seed = seed
    var volume = SimulatedVolume(settings)
    volume.plant(.directory, at: SimulationWorld.container, mode: 0o700, owner: SimulationWorld.user)
    volume.synchronizeEverything()
    return volume
  }

  package var description: String {
    "\(processes) processes, \(operations) operations, \(durability), at most \(maxMessages) messages, "
      + "\(discardsOldest ? "discard oldest" : "reject newest"), \(maxAttempts) attempts, "
      + "\(supportsUnnamedFiles ? "unnamed files" : "no unnamed files"), \(hasCoarseTimes ? "coarse" : "fine") times, "
      + "power loss \(powerLoss)"
  }
}
