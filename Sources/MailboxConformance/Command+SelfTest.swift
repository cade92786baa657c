import ConformanceKit
import Foundation

extension Command {
  /// A second is enough for an answer: an adapter that waits for ever is found out soon.
  private static let seconds = 1.0
  /// How many answers may fail to come before a fault is known well enough.
  private static let patience = 3

  /// Has an implementation commit one fault after the other, and sees which case finds it.
  func selfTest(_ library: FixtureLibrary) async throws -> Int32 {
    let folder = "\(library.directory)/../Faults"
    let file = options.faults ?? "\(folder)/catalogue.json"
    let planted = try PlantedFault.all(reading: contents(of: file), file: file, library.catalogue)
      .filter { fault in options.operands.isEmpty || options.operands.contains { Glob.matches($0, fault.id) } }
    let excuses = URL(fileURLWithPath: file).deletingLastPathComponent().appendingPathComponent("idle-cases.json").path
    let excused =
      FileManager.default.fileExists(atPath: excuses)
      ? try CaseExcuses(reading: contents(of: excuses), file: excuses, for: library.cases) : .none
    guard !planted.isEmpty else {
      MailboxConformance.complain("no fault is selected that an adapter can be told to commit; \(file) has all")
      return 3
    }
    let command = try selfTestedAdapter()
    let began = ContinuousClock.now
    let settings = settings(command, library, within: Self.seconds)
    try requireStart(command, settings)
    let sound = try await CaseBoard.run(selected(library), settings, jobs: workers)
    let passing = sound.filter { $0.outcome == .pass }.map(\.conformanceCase)
    for result in sound where result.outcome != .pass {
      let why = result.outcome.isFault ? "it fails without any fault" : result.problems.first ?? result.outcome.rawValue
      MailboxConformance.complain("\(result.conformanceCase.id) is left out: \(why)")
    }
    let rows = try await rows(planted, passing, command, library)
    let (whole, rest) = (ContinuousClock.now - began).components
    let matrix = KillMatrix(
      passing, rows, excused: options.isFull ? excused : nil, seconds: Double(whole) + Double(rest) / 1e18)
    switch Report.Format(rawValue: options.format) {
    case .json: say(matrix.json.description + "\n")
    case .html: say(matrix.html)
    default: say(matrix.text)
    }
    return matrix.exitCode
  }

  private func contents(of file: String) throws -> Data {
    guard let data = FileManager.default.contents(atPath: file) else {
      throw UsageError(description: "\(file) cannot be read; name the catalogue of faults with --faults")
    }
    return data
  }

  /// The implementation that knows the faults: without `--adapter`, the example in Python.
  private func selfTestedAdapter() throws -> [String] {
    if let command = try options.adapters.first.map(words) { return command }
    // One in root's home could not be run by another user, as some cases want.
    let usual = "/usr/bin/python3"
    let python = FileManager.default.isExecutableFile(atPath: usual) ? usual : "python3"
    return [python, "\(package)/Examples/python/adapter.py"]
  }

  private var workers: Int { max(options.jobs, ProcessInfo.processInfo.activeProcessorCount) }

  /// What finds each fault, several faults at a time.
  private func rows(
    _ planted: [PlantedFault], _ cases: [ConformanceCase], _ command: [String], _ library: FixtureLibrary
  ) async throws -> [KillMatrix.Row] {
    try await withThrowingTaskGroup(of: (Int, KillMatrix.Row).self) { group in
      var rows = [KillMatrix.Row?](repeating: nil, count: planted.count)
      for (place, fault) in planted.enumerated() {
        if place >= workers, let (done, row) = try await group.next() { rows[done] = row }
        // Without --full only the cases of the clauses that are broken: they must find it.
        let tried = options.isFull ? cases : cases.filter { !Set($0.clauses).isDisjoint(with: fault.clauses) }
        let broken = command + ["--break", fault.flag]
        let settings = settings(broken, library, within: Self.seconds)
        let patient = self.settings(broken, library, within: options.seconds)
        try requireStart(broken, settings)
        group.addTask {
          var kills = try await CaseBoard.run(tried, settings, jobs: 1).filter(\.outcome.isFault)
          // On a busy machine a second may be too short: one that only waits must be seen to wait.
          if let first = kills.first, kills.allSatisfy({ $0.outcome == .timeout }) {
            kills = try await CaseBoard.run([first.conformanceCase], patient, jobs: 1).filter(\.outcome.isFault)
          }
          let outcomes = kills.map { ($0.conformanceCase.id, $0.outcome) }
          return (place, KillMatrix.Row(fault: fault, kills: Dictionary(outcomes) { first, _ in first }))
        }
      }
      for try await (done, row) in group { rows[done] = row }
      return rows.compactMap(\.self)
    }
  }

  private func settings(
    _ command: [String], _ library: FixtureLibrary, within seconds: Double
  ) -> CaseRunner.Settings {
    var settings = CaseRunner.Settings([.program(command, within: seconds)], isCore: library.isCore)
    settings.isForgiving = true
    settings.patience = Self.patience
    return settings
  }

  /// - Throws: ``UsageError`` if an adapter does not start, or does not know a fault.
  private func requireStart(_ command: [String], _ settings: CaseRunner.Settings) throws {
    do {
      let runner = try CaseRunner(settings)
      defer { runner.finish() }
      _ = try runner.introduce()
    } catch let fault as AdapterFault {
      throw UsageError(
        description: "\(command.map(ShellWords.quoted).joined(separator: " ")) did not answer hello: \(fault)")
    }
  }
}
