/// A part of a campaign whose runs do not depend on each other: several workers share them, in any order.
struct FuzzRound {
  /// The first of the runs that have something new.
  struct Novelty {
    var run: Int
    var features: Set<String>
    var values: [UInt64]
  }

  /// What has not been handed out, in ascending order.
  private(set) var waiting: [Range<Int>] = []
  private var made: [Range<Int>] = []
  /// By signature, the first of each kind.
  private(set) var firsts: [String: FuzzFinding] = [:]
  private(set) var novelties: [Novelty] = []
  /// Runs that ended their worker.
  private(set) var deaths: [Int] = []

  init(_ runs: Range<Int>) {
    let piece = max(runs.count / 64, 4)
    waiting = stride(from: runs.lowerBound, to: runs.upperBound, by: piece).map { start in
      start..<min(start + piece, runs.upperBound)
    }
  }

  mutating func takePiece() -> Range<Int>? { waiting.isEmpty ? nil : waiting.removeFirst() }

  /// The runs behind one that ended its worker.
  mutating func giveBack(_ rest: Range<Int>) {
    if !rest.isEmpty { waiting.insert(rest, at: 0) }
  }

  /// No further runs; or none behind this one.
  mutating func drop(after last: Int) { waiting.removeAll { $0.lowerBound > last } }

  mutating func note(made runs: Range<Int>) {
    if !runs.isEmpty { made.append(runs) }
  }

  func countRuns(upTo last: Int) -> Int {
    made.reduce(0) { count, runs in
      let end = last < runs.upperBound ? last + 1 : runs.upperBound
      return count + max(end - runs.lowerBound, 0)
    }
  }

  var runs: Int { made.reduce(0) { $0 + $1.count } }

  mutating func note(death run: Int) { deaths.append(run) }

  mutating func note(_ novelty: Novelty) { novelties.append(novelty) }

  mutating func note(_ finding: FuzzFinding) {
    guard var known = firsts[finding.signature] else {
      firsts[finding.signature] = finding
      return
    }
    var repetitions = known.repetitions + finding.repetitions
    if finding.run < known.run {
      repetitions.append(known.run)
      known = finding
    } else {
      repetitions.append(finding.run)
    }
    known.repetitions = repetitions
    firsts[finding.signature] = known
  }

  /// A run failed in a way that its worker has told of before.
  mutating func note(repetition run: Int, of signature: String, in earlier: [ReportedFinding]) {
    if firsts[signature] != nil {
      firsts[signature]?.repetitions.append(run)
    } else if let known = earlier.first(where: { $0.finding.signature == signature }) {
      var finding = known.finding
      finding.run = run
      finding.repetitions = []
      firsts[signature] = finding
    }
  }
}
