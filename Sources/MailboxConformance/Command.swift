import ConformanceKit
import Foundation

/// Carries out what the command line asks for.
struct Command {
  let options: Options

  init(_ options: Options) {
    self.options = options
  }

  /// - Returns: The exit code.
  func run() async throws -> Int32 {
    if options.verb == "help" {
      say(Options.help)
      return 0
    }
    let library = try FixtureLibrary(directory: fixtures())
    if let unknown = options.clauses.first(where: { library.catalogue[$0] == nil }) {
      throw UsageError(description: "--clause \(unknown) is no clause of SPEC.md")
    }
    switch options.verb {
    case "list": return list(library)
    case "show": return show(try one(library), library)
    case "lint": return try await lint(library)
    case "trace": return try trace(library)
    case "selftest": return try await selfTest(library)
    case "materialize": return try materialize(try one(library))
    default: return try await judge(library)
    }
  }

  func say(_ text: String) {
    FileHandle.standardOutput.write(Data(text.utf8))
  }

  /// The sources that this was built from.
  var package: String {
    String(URL(fileURLWithPath: #filePath).pathComponents.dropLast(3).joined(separator: "/").dropFirst())
  }

  /// Where the fixtures are: as was said, in the working directory, or beside the sources that this was built from.
  private func fixtures() throws -> String {
    if let fixtures = options.fixtures { return fixtures }
    let places = ["\(FileManager.default.currentDirectoryPath)/Fixtures", "\(package)/Fixtures"]
    guard let found = places.first(where: { FileManager.default.fileExists(atPath: "\($0)/cases") }) else {
      throw UsageError(
        description: "there are no fixtures at \(places.joined(separator: " or ")); name them with --fixtures")
    }
    return found
  }

  private func one(_ library: FixtureLibrary) throws -> ConformanceCase {
    guard let found = library.cases.first(where: { $0.id == options.operands[0] }) else {
      throw UsageError(description: "there is no case '\(options.operands[0])'; list names all")
    }
    return found
  }

  func selected(_ library: FixtureLibrary) -> [ConformanceCase] {
    library.cases.filter { options.selects($0, in: library) }
  }

  // MARK: Verbs

  private func judge(_ library: FixtureLibrary) async throws -> Int32 {
    let cases = selected(library)
    let baseline = try options.baseline.map { try self.baseline(at: $0, for: library.cases) }
    guard !cases.isEmpty else {
      MailboxConformance.complain("no case is selected: a run of nothing shows nothing; list names all")
      return 3
    }
    let commands = try adapters()
    let settings = settings(commands, library)
    let introduction: AdapterIntroduction
    do {
      introduction = AdapterIntroduction(of: try greet(settings))
    } catch let fault as AdapterFault {
      let named = commands.map { $0.map(ShellWords.quoted).joined(separator: " ") }.joined(separator: ", or ")
      MailboxConformance.complain(
        "the adapter \(named) did not answer hello: \(fault); Fixtures/PROTOCOL.md says what it must do")
      if case .absent = fault { return 2 }
      return 1
    }
    let began = ContinuousClock.now
    let results = try await CaseBoard.run(
      cases, settings, jobs: options.jobs, baseline: baseline,
      progress: StandardErrorTerminal.progress(of: cases.count))
    let (whole, rest) = (ContinuousClock.now - began).components
    let report = Report(
      results, library.catalogue, introduction, known: baseline.map { KnownFailures($0, in: results) } ?? .none,
      seconds: Double(whole) + Double(rest) / 1e18, replay: replay)
    say(report.written(as: Report.Format(rawValue: options.format) ?? .text))
    for stale in report.known.stale { MailboxConformance.complain("\(stale)") }
    return report.exitCode
  }

  /// Greets the adapters once before anything is run.
  private func greet(_ settings: CaseRunner.Settings) throws -> [AdapterIntroduction] {
    let runner = try CaseRunner(settings)
    defer { runner.finish() }
    return try runner.introduce()
  }

  private func settings(_ commands: [[String]], _ library: FixtureLibrary) -> CaseRunner.Settings {
    var settings = CaseRunner.Settings(
      commands.map { .program($0, within: options.seconds) }, isCore: library.isCore)
    settings.keeping = options.keeping
    return settings
  }

  /// The commands of the adapters that are judged.
  private func adapters() throws -> [[String]] {
    guard options.adapters.isEmpty else { return try options.adapters.map(words) }
    let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    let beside = folder.path == "/proc/self" ? Bundle.main.executableURL!.deletingLastPathComponent() : folder
    let path = beside.appendingPathComponent("MailboxAdapter").path
    guard FileManager.default.isExecutableFile(atPath: path) else {
      throw UsageError(description: "there is no \(path); build it, or name an adapter with --adapter")
    }
    return [[path, "serve"]]
  }

  func words(_ adapter: String) throws -> [String] {
    let words: [String]
    do {
      words = try ShellWords.split(adapter)
    } catch {
      throw UsageError(description: "--adapter: \(error)")
    }
    guard !words.isEmpty else { throw UsageError(description: "--adapter names no program") }
    return words
  }

  /// How the run is repeated.
  private var replay: String {
    var words = ["swift run MailboxConformance"]
    if let fixtures = options.fixtures { words += ["--fixtures", ShellWords.quoted(fixtures)] }
    for adapter in options.adapters { words += ["--adapter", ShellWords.quoted(adapter)] }
    return words.joined(separator: " ")
  }

  private func list(_ library: FixtureLibrary) -> Int32 {
    let cases = selected(library)
    for one in cases {
      let profile = library.isCore(one) ? "core" : "full"
      say("\(one.id)  [\(profile)]  \(one.clauses.joined(separator: " "))  \(one.title)\n")
    }
    say("\(cases.count) cases\n")
    return cases.isEmpty ? 3 : 0
  }

  private func show(_ one: ConformanceCase, _ library: FixtureLibrary) -> Int32 {
    var lines = [one.id, one.title, "suite \(one.suite), in \(one.file)"]
    for clause in one.clauses { lines.append("\(clause): \(library.catalogue[clause]?.text ?? "")") }
    if !one.environment.isEmpty { lines.append("the machine must offer: \(one.environment.joined(separator: " "))") }
    if !one.features.isEmpty { lines.append("the implementation must offer: \(one.features.joined(separator: " "))") }
    say((lines + ["", one.source.indented, ""]).joined(separator: "\n"))
    return 0
  }

  /// Reading the fixtures found no fault; what is left is what reading does not show.
  private func lint(_ library: FixtureLibrary) async throws -> Int32 {
    let faults = library.lint()
    for fault in faults { MailboxConformance.complain(fault.description) }
    if library.cases.isEmpty { MailboxConformance.complain("\(library.directory): there is no case; add one") }
    guard faults.isEmpty, !library.cases.isEmpty else { return 4 }
    say("\(library.cases.count) cases, no fault\n")
    return options.isPerturbing ? try await perturb(library) : 0
  }

  /// Changes every single value that the chosen cases expect: none of these may pass.
  private func perturb(_ library: FixtureLibrary) async throws -> Int32 {
    var settings = settings(try adapters(), library)
    settings.isForgiving = true
    let passing = try await CaseBoard.run(selected(library), settings, jobs: options.jobs)
      .filter { $0.outcome == .pass }.map(\.conformanceCase)
    let perturbations = passing.flatMap { Perturbation.all(of: $0, library.catalogue) }
    let results = try await CaseBoard.run(perturbations.map(\.conformanceCase), settings, jobs: options.jobs)
    let vacuous = zip(perturbations, results).filter { $1.outcome == .pass }.map(\.0)
    for one in vacuous {
      MailboxConformance.complain(
        "\(one.conformanceCase.file): case \(one.conformanceCase.id): \(one.path): passes whatever stands there (\(one.change)); make the expectation decide, or remove it"
      )
    }
    say("\(perturbations.count) expectations of \(passing.count) cases changed, \(vacuous.count) of them unnoticed\n")
    if passing.isEmpty {
      MailboxConformance.complain("no case passes: nothing was shown; give an adapter that conforms")
    }
    return passing.isEmpty ? 3 : vacuous.isEmpty ? 0 : 4
  }

  private func materialize(_ one: ConformanceCase) throws -> Int32 {
    let base = URL(fileURLWithPath: options.operands[1]).path
    guard (try? FileManager.default.contentsOfDirectory(atPath: base))?.isEmpty ?? true else {
      throw UsageError(description: "\(base) is not empty; name a new folder")
    }
    let workspace = try Workspace(base: base)
    try workspace.set(up: one.setup, one.bindings())
    say("\(workspace.directory)\n" + workspace.state.entries.map { "  \($0.line)\n" }.joined())
    return 0
  }
}
