/// What a program of the exhaustive part is made of.
package enum CrashOperation: String, CaseIterable, Hashable, Sendable {
  case enqueue
  /// An identifier that is there already.
  case enqueueRepeated
  /// A date in the past.
  case enqueueImported
  /// With an identifier that is there already in its middle, where there is one.
  case enqueueBatch
  /// Three new ones.
  case enqueueLongBatch
  /// By another mailbox that fears the death of processes only.
  case enqueueLazily
  case claimOne, claimAll
  /// Of the first claim that is held.
  case acknowledge, release, extend, reject
  /// Of the first dead letter.
  case restore, removeLetter
  case maintain
}

extension CrashOperation {
  /// Without what an operation has nothing to do.
  fileprivate var preparation: [CrashOperation] {
    switch self {
    case .acknowledge, .release, .extend, .reject: [.claimAll]
    // One whose file is not synchronised yet.
    case .enqueueRepeated: [.enqueueLazily]
    default: []
    }
  }
}

/// What there is before a program begins.
package enum CrashStart: String, CaseIterable, Hashable, Sendable {
  /// Not even a directory.
  case nothing
  /// Two messages.
  case waiting
  /// A message, one that a consumer left that died, one for the last time, a dead letter, an expired message, a broken one, and a
  /// temporary that nobody needs.
  case mixed
  /// As many messages as there may be; where the oldest are discarded and files have names, one more, as a crash can leave.
  case full
}

/// How the mailboxes of a program are opened, and on what.
package struct CrashSetting: Hashable, Sendable, CustomStringConvertible {
  package var start: CrashStart
  package var durability: HistoryDurability
  package var discardsOldest: Bool
  package var supportsUnnamedFiles: Bool

  package init(start: CrashStart, durability: HistoryDurability, discardsOldest: Bool, supportsUnnamedFiles: Bool) {
    self.start = start
    self.durability = durability
    self.discardsOldest = discardsOldest
    self.supportsUnnamedFiles = supportsUnnamedFiles
  }

  package var description: String {
    [
      start.rawValue, durability.rawValue, discardsOldest ? "discardOldest" : "rejectNewest",
      supportsUnnamedFiles ? "unnamed" : "named",
    ].joined(separator: " ")
  }

  /// All that there are; those with which the most can go wrong first, and neighbours unlike each other.
  package static var mostTellingFirst: [CrashSetting] {
    let durabilities: [[HistoryDurability]] = [
      [.powerLoss, .ordered, .powerLoss, .powerLoss], [.ordered, .powerLoss, .ordered, .ordered],
      [.processCrash, .processCrash, .processCrash, .processCrash],
    ]
    return [0, 1, 2, 3].flatMap { turn in
      durabilities.flatMap { durabilities in
        zip(CrashStart.allCases, durabilities).enumerated().map { number, pair in
          let choice = (number + turn) % 4
          return CrashSetting(
            start: pair.0, durability: pair.1, discardsOldest: choice > 1, supportsUnnamedFiles: choice % 2 == 0)
        }
      }
    }
  }

  /// All that there are.
  package static var all: [CrashSetting] {
    CrashStart.allCases.flatMap { start in
      HistoryDurability.allCases.flatMap { durability in
        [false, true].flatMap { discards in
          [true, false].map { unnamed in
            CrashSetting(
              start: start, durability: durability, discardsOldest: discards, supportsUnnamedFiles: unnamed)
          }
        }
      }
    }
  }
}

/// Operations one after the other, of which the last is cut short.
package struct CrashProgram: Hashable, Sendable, CustomStringConvertible {
  package var setting: CrashSetting
  package var operations: [CrashOperation]

  package init(_ setting: CrashSetting, _ operations: [CrashOperation]) {
    self.setting = setting
    self.operations = operations
  }

  /// Each operation of a setting, after what it needs.
  package static func single(_ setting: CrashSetting) -> [CrashProgram] {
    CrashOperation.allCases.map { CrashProgram(setting, $0.preparation + [$0]) }
  }

  /// All programs of a setting with at most so many operations, the shortest first.
  package static func all(_ setting: CrashSetting, length: Int) -> [CrashProgram] {
    var programs: [[CrashOperation]] = [[]]
    var all: [CrashProgram] = []
    for _ in 0..<length {
      programs = programs.flatMap { program in CrashOperation.allCases.map { program + [$0] } }
      all += programs.map { CrashProgram(setting, $0) }
    }
    return all
  }

  package var description: String { "\(setting): \(operations.map(\.rawValue).joined(separator: ", "))" }
}
