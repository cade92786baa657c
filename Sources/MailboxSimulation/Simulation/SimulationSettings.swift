internal import AppGroupMailbox

/// What a simulation is like, chosen by its tape.
package struct SimulationSettings: Hashable, Sendable, CustomStringConvertible {
  /// The last one may be a writer of release 0.1.
  package var processes: Int
  package var hasLegacyWriter: Bool
  package var durability: HistoryDurability
  package var maxMessages: Int
  package var discardsOldest: Bool
  package var claimTimeout: Double
  package var messageLifetime: Double
  package var maxAttempts: Int
  package var maxDeadLetters: Int
  package var maxQuarantinedFiles: Int
  package var supportsUnnamedFiles: Bool
  package var hasCoarseTimes: Bool
  package var powerLoss: PowerLossModel
  /// The seed of the order in which directories list their entries.
  package var seed: UInt64

  package init(drawnFrom tape: ChoiceTape) {
    processes = 2 + tape.choose(below: 3)
    hasLegacyWriter = tape.chance(1, in: 3)
    durability = [.powerLoss, .ordered, .processCrash][tape.choose(below: 3)]
    maxMessages = 6 - tape.choose(below: 5)
    discardsOldest = tape.chance(1, in: 2)
    claimTimeout = 60
    messageLifetime = tape.chance(1, in: 3) ? 150 : 86_400
    maxAttempts = 5 - tape.choose(below: 4)
    maxDeadLetters = tape.chance(1, in: 3) ? 1 : 100
    maxQuarantinedFiles = tape.chance(1, in: 3) ? 1 : 20
    supportsUnnamedFiles = !tape.chance(1, in: 2)
    hasCoarseTimes = tape.chance(1, in: 2)
    powerLoss = tape.chance(1, in: 2) ? .ordered : .adversarial
    seed = tape.choose(below: 1 << 16)
  }

  static let maxPayloadBytes = 1_000

  /// In half of all simulations every listing is made without the lock first.
  var manyMessages: Int { seed % 2 == 1 ? 0 : ListingAhead.many }

  /// Whether a process is a writer of release 0.1.
  func isLegacy(_ process: Int) -> Bool { hasLegacyWriter && process == processes - 1 }

  func participant(_ process: Int) -> HistoryParticipant {
    HistoryParticipant {
      $0.maxMessages = maxMessages
      $0.maxPayloadBytes = Self.maxPayloadBytes
      $0.messageLifetime = messageLifetime
      $0.maxQuarantinedFiles = maxQuarantinedFiles
      $0.maxDeadLetters = maxDeadLetters
      $0.discardsOldest = discardsOldest && !isLegacy(process)
      $0.claimTimeout = claimTimeout
      $0.maxAttempts = maxAttempts
      $0.durability = isLegacy(process) ? .processCrash : durability
      $0.decodes = .text
    }
  }

  var limits: MailboxLimits {
    MailboxLimits(
      maxMessages: maxMessages, maxPayloadBytes: Self.maxPayloadBytes, messageLifetime: messageLifetime,
      claimTimeout: claimTimeout, maxQuarantinedFiles: maxQuarantinedFiles, maxAttempts: maxAttempts,
      maxDeadLetters: maxDeadLetters, lockTimeout: 0.01)
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
    "\(processes) processes\(hasLegacyWriter ? ", the last of release 0.1" : ""), \(durability), at most \(maxMessages) "
      + "messages, \(discardsOldest ? "discard oldest" : "reject newest"), \(maxAttempts) attempts, lifetime "
      + "\(Int(messageLifetime)) s, at most \(maxDeadLetters) dead letters and \(maxQuarantinedFiles) quarantined files, "
      + "\(supportsUnnamedFiles ? "unnamed files" : "no unnamed files"), \(hasCoarseTimes ? "coarse" : "fine") times, "
      + "power loss \(powerLoss)"
  }
}
