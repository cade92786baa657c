import AppGroupMailbox

/// What a sweep visited and what it left out, operation by call.
struct SweepTally: Sendable {
  private var visited: [String: [String: Int]] = [:]
  private var skipped: [String: Int] = [:]
  private(set) var violations: [String] = []

  var count: Int { visited.values.reduce(0) { $0 + $1.values.reduce(0, +) } }

  mutating func visit(_ operation: String, _ call: String, _ violation: String?) {
    visited[operation, default: [:]][call, default: 0] += 1
    if let violation { violations.append("\(operation), \(call): \(violation)") }
  }

  mutating func skip(_ reason: String) {
    skipped[reason, default: 0] += 1
  }

  mutating func add(_ other: SweepTally) {
    visited.merge(other.visited) { $0.merging($1, uniquingKeysWith: +) }
    skipped.merge(other.skipped, uniquingKeysWith: +)
    violations += other.violations
  }

  /// One line an operation, what was left out, and the sum.
  func text(_ title: String) -> String {
    var lines = visited.sorted { $0.key < $1.key }.map { operation, calls in
      let counts = calls.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
      return "\(title): \(operation): \(calls.values.reduce(0, +)) points: \(counts.joined(separator: ", "))"
    }
    lines += skipped.sorted { $0.key < $1.key }.map { "\(title): skipped: \($0.key): \($0.value)" }
    return (lines + ["\(title): \(count) points"]).joined(separator: "\n")
  }

  /// The sums of this run of the tests, by title.
  private static let sums = StateLock<[String: SweepTally]>([:])

  /// Prints this part of a sweep, and how far the whole has come.
  func report(_ title: String) {
    let sum = Self.sums.withLock { sums in
      sums[title, default: SweepTally()].add(self)
      return sums[title]?.count ?? 0
    }
    print(text(title) + ", \(sum) so far")
  }
}
