import MailboxSimulation

/// What is known of a target in the course of a campaign.
struct TargetState {
  /// When a target is not run any more: it is wrong enough, and more of it would cost time only.
  private static let mostKinds = 10
  private static let mostDeaths = 20
  static let mostTapes = 256
  private static let longestTape = 4096
  private static let mostFeatures = 4096

  let target: any FuzzTarget
  /// The next run that has not been made.
  var next = 0
  private(set) var runs = 0
  private(set) var deaths = 0
  private(set) var corpus: [[UInt64]] = []
  private(set) var features: Set<String> = []
  /// In the order in which they were found.
  private(set) var findings: [ReportedFinding] = []
  var isGivenUp = false

  init(_ target: any FuzzTarget, corpus: [[UInt64]]) {
    self.target = target
    self.corpus = corpus
  }

  /// How many runs a part of a campaign has: few at first, so that what they reach leads the next.
  var roundSize: Int { min(max(64, next), 4096) }

  /// Up to which run, and with it, the runs of a round count.
  ///
  /// The more is known of a round the smaller it is, and in the end it is the same in whatever order the runs were made.
  func lastRun(of round: FuzzRound) -> Int {
    let known = Set(findings.map(\.finding.signature))
    let kinds = round.firsts.filter { !known.contains($0.key) }.map(\.value.run).sorted()
    let cuts = [
      Self.cut(kinds, Self.mostKinds - findings.count), Self.cut(round.deaths.sorted(), Self.mostDeaths - deaths),
    ]
    return cuts.compactMap(\.self).min() ?? .max
  }

  private static func cut(_ runs: [Int], _ permitted: Int) -> Int? {
    runs.count >= permitted ? runs[max(permitted, 1) - 1] : nil
  }

  /// Takes over what a round brought.
  ///
  /// - Returns: The findings of a new kind, and the tapes worth keeping, both in the order of their runs.
  mutating func add(_ round: FuzzRound) -> (findings: [(finding: FuzzFinding, count: Int)], tapes: [[UInt64]]) {
    let last = lastRun(of: round)
    isGivenUp = last != .max
    runs += round.countRuns(upTo: last)
    deaths += round.deaths.count { $0 <= last }
    var new: [(finding: FuzzFinding, count: Int)] = []
    for finding in round.firsts.values.sorted(by: { $0.run < $1.run }) where finding.run <= last {
      let count = 1 + finding.repetitions.count { $0 <= last }
      if let known = findings.firstIndex(where: { $0.finding.signature == finding.signature }) {
        findings[known].count += count
      } else {
        new.append((finding, count))
      }
    }
    return (new, keep(round.novelties.filter { $0.run <= last }))
  }

  mutating func add(_ finding: ReportedFinding) { findings.append(finding) }

  private mutating func keep(_ novelties: [FuzzRound.Novelty]) -> [[UInt64]] {
    var tapes: [[UInt64]] = []
    for novelty in novelties.sorted(by: { $0.run < $1.run }) {
      let features = novelty.features.subtracting(features)
      guard !features.isEmpty, self.features.count < Self.mostFeatures else { continue }
      self.features.formUnion(features)
      // What lies below zero is a kept tape itself.
      guard novelty.run >= 0, corpus.count < Self.mostTapes, novelty.values.count <= Self.longestTape else { continue }
      corpus.append(novelty.values)
      tapes.append(novelty.values)
    }
    return tapes
  }
}
