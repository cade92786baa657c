/// The cases of a run: handed out in order to whoever is free, and collected again.
package actor CaseBoard {
  private let cases: [ConformanceCase]
  private var next = 0
  private var results: [CaseResult?]
  private let observe: @Sendable (_ done: Int, CaseResult) -> Void
  private var done = 0

  private init(_ cases: [ConformanceCase], _ observe: @escaping @Sendable (Int, CaseResult) -> Void) {
    self.cases = cases
    self.observe = observe
    results = Array(repeating: nil, count: cases.count)
  }

  private func take() -> (place: Int, ConformanceCase)? {
    guard next < cases.count else { return nil }
    defer { next += 1 }
    return (next, cases[next])
  }

  private func put(_ result: CaseResult, at place: Int) {
    results[place] = result
    done += 1
    observe(done, result)
  }

  /// Runs cases, several at a time, each in a folder of its own and at adapters that no other case is asked of meanwhile.
  ///
  /// - Parameters:
  ///   - jobs: How many at a time; more than the machine has processors changes nothing.
  ///   - observe: Called after each case with the number of those that are done.
  /// - Returns: What came of them, in their order.
  package static func run(
    _ cases: [ConformanceCase], _ settings: CaseRunner.Settings, jobs: Int,
    observe: @escaping @Sendable (_ done: Int, CaseResult) -> Void = { _, _ in }
  ) async throws -> [CaseResult] {
    let board = CaseBoard(cases, observe)
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
    return await board.results.compactMap(\.self)
  }
}
