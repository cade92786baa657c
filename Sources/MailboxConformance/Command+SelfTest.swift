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
      ? try CaseExcuses(reading: contents(of: excuses), file: excuses) : .none
    guard !planted.isEmpty else {
      MailboxConformance.complain("no fault is selected that an adapter can be told to commit; \(file) has all")
      return 3
    }
    let command = try selfTestedAdapter()
    let began = ContinuousClock.now
    let sound = try await run(selected(library), command, library)
    let passing = sound.filter { $0.outcome == .pass }.map(\.conformanceCase)
    for result in sound where result.outcome.isFault {
      MailboxConformance.complain("\(result.conformanceCase.id) is left out: it fails without any fault")
    }
    var rows: [KillMatrix.Row] = []
    for fault in planted {
      let results = try await run(passing, command + ["--break", fault.flag], library)
      let kills = results.filter(\.outcome.isFault).map { ($0.conformanceCase.id, $0.outcome) }
      rows.append(KillMatrix.Row(fault: fault, kills: Dictionary(kills) { first, _ in first }))
    }
    let (whole, rest) = (ContinuousClock.now - began).components
    let matrix = KillMatrix(passing, rows, excused: excused, seconds: Double(whole) + Double(rest) / 1e18)
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
    return ["python3", "\(package)/Examples/python/adapter.py"]
  }

  private func run(
    _ cases: [ConformanceCase], _ command: [String], _ library: FixtureLibrary
  ) async throws -> [CaseResult] {
    var settings = CaseRunner.Settings(
      [.program(command, within: min(options.seconds, Self.seconds))], isCore: library.isCore)
    settings.isForgiving = true
    settings.patience = Self.patience
    do {
      let runner = try CaseRunner(settings)
      defer { runner.finish() }
      _ = try runner.introduce()
    } catch let fault as AdapterFault {
      throw UsageError(
        description: "\(command.map(ShellWords.quoted).joined(separator: " ")) did not answer hello: \(fault)")
    }
    return try await CaseBoard.run(
      cases, settings, jobs: max(options.jobs, ProcessInfo.processInfo.activeProcessorCount))
  }
}
