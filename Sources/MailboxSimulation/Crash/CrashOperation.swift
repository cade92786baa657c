/// What a program of the exhaustive part is made of.
package enum CrashOperation: String, CaseIterable, Hashable, Sendable {
  case enqueue
  /// An identifier that is there already.
  case enqueueRepeated
  /// A date in the past.
  case enqueueImported
  case enqueueBatch
  /// By another mailbox that fears the death of processes only.
  case enqueueLazily
  case claimOne, claimAll
  /// Of the first claim that is held.
  case acknowledge, release, extend, reject
  /// Of the first dead letter.
  case restore, removeLetter
  case maintain
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
  /// As many messages as there may be.
  case full
}

/// How the mailboxes of a program are opened, and on what.
package struct CrashSetting: Hashable, Sendable {
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

  package var description: String {
    let how = [
      setting.start.rawValue, setting.durability.rawValue, setting.discardsOldest ? "discardOldest" : "rejectNewest",
      setting.supportsUnnamedFiles ? "unnamed" : "named",
    ]
    return "\(how.joined(separator: " ")): \(operations.map(\.rawValue).joined(separator: ", "))"
  }
}
