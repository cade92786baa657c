#if os(Linux)
  import MailboxSimulation
  import MailboxTestSupport

  /// What befalls a mailbox and those who use it.
  enum Disturbance: String, CaseIterable {
    case kill, stop, holdTheLock, moveTheClock
    case removeDirectory, replaceDirectory
    case exchangeForLink, exchangeForFile, exchangeForDirectoryOfAnother, exchangeForDirectoryWithoutRights
    case intrude
    case removeLockFile, replaceLockFile
    case fillTheDisk
    case plantHostileFile
  }

  /// One round of torture, drawn from a seed: the same seed does the same things, though at other moments.
  struct TorturePlan {
    /// What goes together: each excuses something, and a round is to excuse little.
    enum Theme: Int, CaseIterable {
      case directories, rights, lockFile, exhaustion, files

      fileprivate var disturbances: [Disturbance] {
        switch self {
        case .directories:
          [
            .removeDirectory, .replaceDirectory, .exchangeForLink, .exchangeForFile, .exchangeForDirectoryOfAnother,
            .intrude,
          ]
        case .rights: [.exchangeForDirectoryWithoutRights, .replaceDirectory, .exchangeForFile]
        case .lockFile: [.removeLockFile, .replaceLockFile]
        case .exhaustion: [.fillTheDisk, .fillTheDisk]
        case .files: [.plantHostileFile, .plantHostileFile, .plantHostileFile]
        }
      }
    }

    /// How many helpers work at a time.
    static let helpers = 4
    private static let always: [Disturbance] = [.stop, .stop, .holdTheLock, .moveTheClock, .moveTheClock]
    /// For how many kills everything else comes once.
    private static let spread = 15

    let seed: UInt64
    let theme: Theme
    let kills: Int
    /// What happens, in this order.
    let disturbances: [Disturbance]
    /// Options of all helpers.
    let settings: [String]
    let foreignFiles: Int
    /// The rest is drawn as it is needed.
    var random: SplitMix64

    init(seed: UInt64, kills: Int, foreignFiles: Int) {
      self.seed = seed
      self.kills = kills
      theme = Theme.allCases[Int(seed % UInt64(Theme.allCases.count))]
      self.foreignFiles = theme == .files ? foreignFiles : 0
      var random = SplitMix64(seed: seed)
      var all = Array(repeating: Disturbance.kill, count: kills)
      for _ in 0..<max(1, kills / Self.spread) { all += Self.always + theme.disturbances }
      disturbances = all.shuffled(using: &random)
      settings = Self.settings(theme, &random)
      self.random = random
    }

    private static func settings(_ theme: Theme, _ random: inout SplitMix64) -> [String] {
      var settings = ["--hardened", "true", "--lock-timeout", "0.02", "--max-messages", "40"]
      // Among thousands of files everything takes longer, and leases that always run out let nobody come to an end.
      settings += ["--tell-every", theme == .files ? "2" : "4"]
      let timeouts = theme == .files ? ["2", "5"] : ["0.05", "2", "5"]
      settings += ["--claim-timeout", timeouts.randomElement(using: &random) ?? "5"]
      if Int.random(in: 0..<3, using: &random) == 0 { settings += ["--discard-oldest", "true"] }
      if Int.random(in: 0..<2, using: &random) == 0 { settings += ["--max-attempts", "3"] }
      if Int.random(in: 0..<4, using: &random) == 0 { settings += ["--durability", "powerLoss"] }
      return settings
    }

    /// The user that all helpers are; `nil` for the one who runs the tests.
    ///
    /// Root is refused nothing.
    var user: UInt32? { theme == .rights && ProcessPrivileges.isRoot ? ProcessPrivileges.nobody : nil }

    /// Whether some helpers have no descriptors left now and then.
    var starves: Bool { theme == .exhaustion }

    /// Whether some helpers fork.
    var forks: Bool { theme == .lockFile || theme == .files }

    /// The errors that may come although the library does as it should, beside those of everyday.
    var excusedErrors: Set<HistoryError> {
      switch theme {
      case .directories, .rights: [.ioFailure, .unsafeFile]
      case .exhaustion: [.ioFailure]
      case .lockFile, .files: []
      }
    }

    /// Whether a repeated identifier may find that it cannot be synchronised, because somebody holds the lock (DUR-6).
    var synchronizes: Bool { settings.contains("powerLoss") }
  }
#endif
