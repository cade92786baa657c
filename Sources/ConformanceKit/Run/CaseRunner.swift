import Foundation

/// Runs cases one after the other against an adapter, and starts it anew whenever something went wrong.
package final class CaseRunner {
  private let command: [String]
  private let seconds: Double
  private let isCore: (ConformanceCase) -> Bool
  /// The folder of the case that runs; there only while one does.
  private let scratch: String
  private let probe: EnvironmentProbe
  /// The adapters that run, by whether they are unprivileged.
  private var adapters: [Bool: AdapterClient] = [:]
  /// How often an adapter could not be greeted, without a success between.
  private var failedStarts = 0
  private var lastFault: AdapterFault?
  private static let patience = 3
  /// How many cases an adapter is asked about before a fresh one is: it never learns that a mailbox is done with, and may hold
  /// descriptors for each.
  private static let casesOfOneAdapter = 50
  private var casesRun = 0

  /// - Parameters:
  ///   - command: The adapter, with its arguments.
  ///   - seconds: How long one answer may take.
  ///   - isCore: Whether a case's clauses are all promises of release 0.1.
  package init(
    command: [String], within seconds: Double, isCore: @escaping (ConformanceCase) -> Bool
  ) throws {
    self.command = command
    self.seconds = seconds
    self.isCore = isCore
    // Links in its path would look like changes of the case.
    let temporary = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
    scratch = "\(temporary)/conformance-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: false)
    defer { FolderRemover.remove(scratch) }
    probe = EnvironmentProbe(in: scratch)
  }

  deinit {
    for adapter in adapters.values { adapter.end() }
  }

  /// Greets the adapter before anything is run.
  ///
  /// - Throws: ``AdapterFault``, if it is not there or does not speak the protocol.
  package func introduce() throws(AdapterFault) -> AdapterIntroduction {
    try greeted(unprivileged: false).introduction
  }

  /// Says goodbye to the adapters.
  package func finish() {
    for adapter in adapters.values { adapter.close() }
    adapters = [:]
    casesRun = 0
  }

  private func greeted(unprivileged: Bool) throws(AdapterFault) -> AdapterClient {
    if let adapter = adapters[unprivileged] { return adapter }
    let command = unprivileged ? Unprivileged.command(command) : command
    let started = try AdapterClient(command, root: "/", within: seconds)
    adapters[unprivileged] = started
    return started
  }

  /// Whether root must give up its rights for a case.
  private func isUnprivileged(_ conformanceCase: ConformanceCase) -> Bool {
    probe.mustDropPrivileges && conformanceCase.environment.contains("nonroot")
  }

  package func run(_ conformanceCase: ConformanceCase) -> CaseResult {
    let began = ContinuousClock.now
    var result = outcome(of: conformanceCase)
    let (whole, rest) = (ContinuousClock.now - began).components
    result.seconds = Double(whole) + Double(rest) / 1e18
    return result
  }

  private func outcome(of conformanceCase: ConformanceCase) -> CaseResult {
    func result(_ outcome: CaseResult.Outcome, _ problem: String) -> CaseResult {
      CaseResult(conformanceCase: conformanceCase, outcome: outcome, problems: [problem])
    }
    if let lacking = conformanceCase.environment.first(where: { !probe.offered.contains($0) }) {
      return result(.notRun, "this machine, or this user, does not offer: \(lacking)")
    }
    if let lastFault, failedStarts >= Self.patience {
      return result(.notRun, "the adapter did not start \(Self.patience) times in a row: \(lastFault)")
    }
    if casesRun >= Self.casesOfOneAdapter { finish() }
    let adapter: AdapterClient
    do {
      adapter = try greeted(unprivileged: isUnprivileged(conformanceCase))
      failedStarts = 0
    } catch let error where isUnprivileged(conformanceCase) {
      // As root it may well start: a program in root's home, say.
      return result(.notRun, "the adapter does not start as another user than root: \(error)")
    } catch {
      failedStarts += 1
      lastFault = error
      return result(error.outcome, "\(error)")
    }
    if let missing = conformanceCase.features.first(where: { !adapter.introduction.features.contains($0) }) {
      // The clock is the tests' need and no promise.
      let isPromise = isCore(conformanceCase) && missing != "clock"
      return result(isPromise ? .fail : .unsupported, "the implementation does not offer: \(missing)")
    }
    return run(conformanceCase, adapter)
  }

  private func run(_ conformanceCase: ConformanceCase, _ adapter: AdapterClient) -> CaseResult {
    var result = CaseResult(conformanceCase: conformanceCase, outcome: .pass)
    let base = "\(scratch)/\(conformanceCase.id)"
    defer { FolderRemover.remove(scratch) }
    casesRun += 1
    do {
      // Everybody may pass through it, whatever user the adapter is.
      try FileManager.default.createDirectory(
        atPath: scratch, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
      let isUnprivileged = isUnprivileged(conformanceCase)
      let run = try CaseRun(conformanceCase, adapter, base: base, givenAway: isUnprivileged)
      defer { (result.before, result.after) = (run.before, run.after) }
      try run.run()
    } catch let problem as StepProblem {
      (result.outcome, result.problems) = (.fail, problem.lines)
    } catch let missing as MissingOperation {
      result.outcome = isCore(conformanceCase) ? .fail : .unsupported
      result.problems = ["the implementation does not offer: \(missing.name)"]
    } catch let fault as AdapterFault {
      (result.outcome, result.problems) = (fault.outcome, ["\(fault)"])
    } catch {
      (result.outcome, result.problems) = (.fail, ["the case cannot be run: \(error)"])
    }
    if result.outcome.isFault {
      // What an adapter remembers of a case that went wrong must not spoil the next.
      adapter.end()
      adapters[isUnprivileged(conformanceCase)] = nil
    }
    return result
  }
}

extension AdapterFault {
  var outcome: CaseResult.Outcome {
    switch self {
    case .absent, .crash: .crash
    case .timeout: .timeout
    case .violation: .violation
    }
  }
}

/// Removes a folder whatever modes a case gave to what is in it.
enum FolderRemover {
  static func remove(_ path: String) {
    if (try? FileManager.default.removeItem(atPath: path)) != nil { return }
    for name in FileManager.default.enumerator(atPath: path)?.compactMap({ $0 as? String }) ?? [] {
      let inner = "\(path)/\(name)"
      if FoundEntry([], path: Array(inner.utf8))?.type == "directory" {
        try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: inner)
      }
    }
    // Nothing can be done about a folder that does not go.
    try? FileManager.default.removeItem(atPath: path)
  }
}
