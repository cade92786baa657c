/// Two processes of which the one is in the middle of an operation when the other does a whole one.
package struct Meeting: Hashable, Sendable, CustomStringConvertible {
  /// What somebody else does between the opening of the first mailbox and that of the second.
  package enum Disturbance: String, CaseIterable, Hashable, Sendable {
    case nothing
    case lockFileRemoved
    /// And what was in it with it.
    case directoryMoved
  }

  package var setting: CrashSetting
  /// Of the first process; the last is the one that is met.
  package var first: [CrashOperation]
  /// Of the second process; the last is what it does meanwhile.
  package var second: [CrashOperation]
  package var disturbance = Disturbance.nothing

  package var description: String {
    func text(_ operations: [CrashOperation]) -> String { operations.map(\.rawValue).joined(separator: ", ") }
    let before = disturbance == .nothing ? "" : "\(disturbance.rawValue); "
    return "\(setting.description): \(before)\(text(first)) meets \(text(second))"
  }

  /// All of a setting.
  package static func all(_ setting: CrashSetting) -> [Meeting] {
    Disturbance.allCases.flatMap { disturbance in
      operations.flatMap { first in
        operations.filter { disturbance == .nothing || $0.count == 1 && first.count == 1 }.map { second in
          Meeting(setting: setting, first: first, second: second, disturbance: disturbance)
        }
      }
    }
  }

  /// Each with what must come before it.
  private static let operations: [[CrashOperation]] = [
    [.enqueue], [.enqueueRepeated], [.enqueueBatch], [.claimOne], [.claimAll], [.claimOne, .acknowledge],
    [.claimOne, .release], [.claimOne, .extend], [.claimOne, .reject], [.removeLetter], [.maintain],
    // One that finds no letter any more has settled by then, or has not.
    [.maintain, .restore],
  ]

  /// The settings in which processes meet: what is synchronised makes no difference.
  package static let settings = CrashSetting.all.filter {
    $0.start != .nothing && $0.durability == .processCrash && ($0.supportsUnnamedFiles || $0.start == .full)
  }
}
