import Foundation
import MailboxSimulation

/// Runs targets, each on tapes of its own, until time or runs are used up.
final class FuzzCampaign {
  private static let secondsOfASlice = 30.0

  private let options: FuzzOptions
  /// Gone with this, and with it whatever workers leave there.
  private let scratch: ScratchDirectory
  private let seed: UInt64
  private let progress = FuzzProgress()
  private let interruption = FuzzInterruption()
  private let clock = ContinuousClock()
  private let report: any FuzzReport
  private let findings: FindingTeller
  private let pool: WorkerPool
  private let corpus: CorpusFolder?
  private var states: [TargetState]
  /// The time each target took, without that for its findings.
  private var times: [Duration]

  init(_ options: FuzzOptions, scratch: ScratchDirectory) throws {
    self.options = options
    self.scratch = scratch
    seed = options.seed ?? .random(in: 0 ... .max)
    let targets =
      options.targets.isEmpty ? FuzzTargets.all : options.targets.compactMap(FuzzTargets.named)
    corpus = options.corpus.map(CorpusFolder.init)
    states = try targets.map { [corpus] in TargetState($0, corpus: try corpus?.tapes(for: $0) ?? []) }
    times = Array(repeating: .zero, count: targets.count)
    report = options.format == .json ? JSONReport() : TextReport(progress: progress)
    pool = WorkerPool(count: options.jobs, folder: scratch.path, timeout: options.timeout)
    findings = FindingTeller(
      laboratory: TapeLaboratory(folder: scratch.path), artifacts: FuzzArtifacts(directory: options.artifacts),
      options: options, isInterrupted: { [interruption] in interruption.isRequested })
  }

  func run() throws -> FuzzExit {
    try report.begin(CampaignStart(seed: seed, targets: states.map(\.target.name), budget: options.budget))
    let start = clock.now
    do {
      try work(since: start)
    } catch {
      progress.clear()
      try report.end(summary(since: start, .failed))
      throw error
    }
    progress.clear()
    try report.end(summary(since: start, interruption.isRequested ? .interrupted : .complete))
    return states.allSatisfy(\.findings.isEmpty) ? .noFinding : .finding
  }

  private func work(since start: ContinuousClock.Instant) throws {
    for index in states.indices { try runCorpus(index) }
    switch options.budget {
    case .runs(let runs):
      for index in states.indices { try work(on: index, runs: runs) }
    case .seconds(let seconds):
      let end = start + .seconds(seconds)
      for index in states.indices {
        // Whoever needs less leaves its time to the others.
        try work(on: index, until: clock.now + (end - clock.now) / (states.count - index))
      }
    case .overnight(let seconds): try workInTurn(since: start, until: seconds.map { start + .seconds($0) })
    }
  }

  private func workInTurn(since start: ContinuousClock.Instant, until end: ContinuousClock.Instant?) throws {
    let interval = Duration.seconds(options.reportInterval)
    var reportIsDue = start + interval
    while !interruption.isRequested, end.map({ clock.now < $0 }) ?? true, !states.allSatisfy(\.isGivenUp) {
      for index in states.indices {
        let slice = min(clock.now + .seconds(Self.secondsOfASlice), end ?? reportIsDue, reportIsDue)
        try work(on: index, until: slice)
        guard clock.now >= reportIsDue, !interruption.isRequested else { continue }
        try report.tellProgress(summary(since: start))
        reportIsDue = clock.now + interval
      }
    }
  }

  private func runCorpus(_ index: Int) throws {
    let count = states[index].corpus.count
    if count > 0 { try make(-count..<0, index) { _ in false } }
  }

  private func work(
    on index: Int, runs: Int = .max, until end: ContinuousClock.Instant? = nil
  ) throws {
    var made = 0
    while !states[index].isGivenUp, states[index].next < runs, !interruption.isRequested {
      if let end, clock.now >= end, made > 0 { return }
      let next = states[index].next
      made += try make(next..<min(next + states[index].roundSize, runs), index) { count in
        // However short its time is, a target is run.
        end.map { clock.now >= $0 && made + count > 0 } ?? false
      }
    }
  }

  /// Makes a round of runs and tells what it found.
  @discardableResult
  private func make(_ runs: Range<Int>, _ index: Int, until isOver: (Int) -> Bool) throws -> Int {
    let start = clock.now
    var round = FuzzRound(runs)
    let state = states[index]
    try pool.run(&round, of: state, seed: seed) { count in
      show(state, count, since: start, index)
      return interruption.isRequested || isOver(count)
    }
    times[index] += clock.now - start
    states[index].next = max(runs.upperBound, state.next)
    let (new, tapes) = states[index].add(round)
    try corpus?.keep(tapes, for: state.target)
    for finding in new {
      progress.note("\(state.target.name): a finding is made small")
      let told = try findings.prepared(finding.finding, count: finding.count, of: state.target)
      states[index].add(told)
      try report.tell(told)
    }
    return round.runs
  }

  private func show(_ state: TargetState, _ count: Int, since start: ContinuousClock.Instant, _ index: Int) {
    progress.show {
      let runs = state.runs + count
      let seconds = max((times[index] + (clock.now - start)) / .seconds(1), 1e-3)
      let reached = "\(state.features.count) reached, \(state.findings.count) findings"
      return "\(state.target.name): \(runs) runs, \(Int(Double(runs) / seconds))/s, \(reached)"
    }
  }

  private func summary(
    since start: ContinuousClock.Instant, _ ending: CampaignSummary.Ending? = nil
  ) -> CampaignSummary {
    var isTimed = true
    if case .runs = options.budget { isTimed = false }
    let targets = zip(states, times).map { state, time in
      CampaignSummary.Target(state: state, seconds: isTimed ? time / .seconds(1) : nil)
    }
    return CampaignSummary(
      seed: seed, targets: targets, ending: ending, seconds: isTimed ? (clock.now - start) / .seconds(1) : nil)
  }
}
