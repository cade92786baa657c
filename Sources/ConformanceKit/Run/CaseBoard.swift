/// The cases of a run: handed out in order to whoever is free, and collected again.
package actor CaseBoard {
  private let cases: [ConformanceCase]
  private var next = 0
  private var results: [CaseResult?]
  private let baseline: Baseline?
  private var progress: ProgressDisplay?

  private init(_ cases: [ConformanceCase], _ baseline: Baseline?, _ progress: ProgressDisplay?) {
    self.cases = cases
    self.baseline = baseline
    self.progress = progress
    results = Array(repeating: nil, count: cases.count)
  }

  private func take() -> (place: Int, ConformanceCase)? {
    guard next < cases.count else { return nil }
    defer { next += 1 }
    progress?.began(cases[next].id)
    return (next, cases[next])
  }

  private func put(_ result: CaseResult, at place: Int) {
    results[place] = result
    progress?.ended(result, isKnown: baseline?.reason(for: result) != nil)
  }

  /// - Returns: What came of all cases.
  private func end() -> [CaseResult] {
    progress?.clear()
    return results.compactMap(\.self)
  }

  /// Runs cases, several at a time, each in a folder of its own and at adapters that no other case is asked of meanwhile.
  ///
  /// - Parameters:
  ///   - jobs: How many at a time; more than the machine has processors changes nothing.
  ///   - baseline: The failures that are known.
  ///   - progress: Where it is shown how far the run is.
  /// - Returns: What came of them, in their order.
  package static func run(
    _ cases: [ConformanceCase], _ settings: CaseRunner.Settings, jobs: Int,
    baseline: Baseline? = nil, progress: ProgressDisplay? = nil
  ) async throws -> [CaseResult] {
    let board = CaseBoard(cases, baseline, progress)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<max(1, min(jobs, cases.count)) {
        group.addTask {
          let runner = try CaseRunner(settings)
          while let (place, one) = await board.take() { await board.put(runner.run(one), at: place) }
          runner.finish()
        }
      }
      try await group.waitForAll()
    }
    return await board.end()
  }
}
