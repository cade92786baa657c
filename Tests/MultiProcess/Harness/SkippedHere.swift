import AppGroupMailbox
import Foundation

/// What this machine does not permit, and so was not tested here: listed once, when the tests end.
enum SkippedHere {
  private static let skipped = StateLock<[String: Int]>([:])

  /// Notes that something was left out, once more.
  static func note(_ what: String, because reason: String) {
    listsAtTheEnd
    skipped.withLock { $0["\(what): \(reason)", default: 0] += 1 }
  }

  /// What was left out so far, and how often.
  static var list: [String] {
    skipped.withLock(\.self).sorted { $0.key < $1.key }.map { "skipped here: \($0.key) (\($0.value) times)" }
  }

  private static let listsAtTheEnd: Void = {
    atexit {
      for line in SkippedHere.list { print(line) }
    }
  }()
}
