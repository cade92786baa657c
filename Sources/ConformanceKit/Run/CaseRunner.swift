import Foundation

/// Runs cases one after the other against adapters, and starts these anew whenever something went wrong.
package final class CaseRunner {
  /// What a run is like, whatever is run.
  package struct Settings: Sendable {
    package var sources: [AdapterSource]
    /// Whether all clauses of a case are promises of release 0.1.
    package var isCore: @Sendable (ConformanceCase) -> Bool
    /// Where the folders of cases that do not pass are kept; `nil` if they are not.
    package var keeping: String?
    /// Whether an adapter that failed a case is asked about the next.
    package var isForgiving = false
    /// How often an adapter may crash or not answer before the rest of the cases is left out; `nil` for any number.
    package var patience: Int?

    package init(_ sources: [AdapterSource], isCore: @escaping @Sendable (ConformanceCase) -> Bool) {
      self.sources = sources
      self.isCore = isCore
    }
  }

  private let settings: Settings
  private let pool: AdapterPool
  /// Below it a case has its folder.
  ///
  /// It is there only while a case runs: a runner may live until its process ends, and then nobody would remove it.
  let scratch: String
  private let probe: EnvironmentProbe
  /// How often an adapter could not be greeted, without a success between.
  private var failedStarts = 0
  private var lastFault: AdapterFault?
  private static let patience = 3
  /// How many cases an adapter is asked about before a fresh one is: it never learns that a mailbox is done with, and may hold
  /// descriptors for each.
  private static let casesOfOneAdapter = 50
  private var casesRun = 0
  /// How often an adapter crashed or did not answer.
  private var breakdowns = 0

  package init(_ settings: Settings) throws {
    self.settings = settings
    pool = AdapterPool(settings.sources)
    // Links in its path would look like changes of the case.
    let temporary = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
    let scratch = "\(temporary)/conformance-\(UUID().uuidString)"
    self.scratch = scratch
    try Self.make(scratch)
    defer { FolderRemover.remove(scratch) }
    let probed = "\(scratch)/probe"
    try FileManager.default.createDirectory(atPath: probed, withIntermediateDirectories: false)
    probe = EnvironmentProbe(in: probed)
  }

  /// Makes a folder through which everybody may pass, whatever user the adapter is.
  private static func make(_ folder: String) throws {
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
  }

  /// Greets the adapters before anything is run.
  ///
  /// - Returns: What they say about themselves, one for each source.
  /// - Throws: ``AdapterFault``, if one is not there or does not speak the protocol.
  package func introduce() throws(AdapterFault) -> [AdapterIntroduction] {
    try greeted(isUnprivileged: false)
  }

  /// Says goodbye to the adapters.
  package func finish() {
    pool.finish()
    casesRun = 0
  }

  private func greeted(isUnprivileged: Bool) throws(AdapterFault) -> [AdapterIntroduction] {
    var introductions: [AdapterIntroduction] = []
    for source in 0..<pool.count {
      introductions.append(try pool.adapter(source, isUnprivileged: isUnprivileged).introduction)
    }
    return introductions
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
    if Interruption.isRequested { return result(.notRun, "the run was interrupted") }
    let isUnprivileged = isUnprivileged(conformanceCase)
    if let lacking = conformanceCase.environment.first(where: { !probe.offered.contains($0) }) {
      return result(.notRun, "this machine, or this user, does not offer: \(lacking)")
    }
    if isUnprivileged, !pool.changesUser {
      return result(.notRun, "an adapter within this process cannot be another user")
    }
    if let lastFault, failedStarts >= Self.patience {
      return result(.notRun, "the adapter did not start \(Self.patience) times in a row: \(lastFault)")
    }
    if let patience = settings.patience, breakdowns >= patience {
      return result(.notRun, "the adapter broke down \(breakdowns) times")
    }
    if casesRun >= Self.casesOfOneAdapter { finish() }
    let introductions: [AdapterIntroduction]
    do {
      introductions = try greeted(isUnprivileged: isUnprivileged)
      failedStarts = 0
    } catch let error where isUnprivileged {
      // As root it may well start: a program in root's home, say.
      return result(.notRun, "the adapter does not start as another user than root: \(error)")
    } catch {
      failedStarts += 1
      lastFault = error
      return result(error.outcome, "\(error)")
    }
    let offered = introductions.map(\.features)
    if let missing = conformanceCase.features.first(where: { feature in
      !offered.allSatisfy { $0.contains(feature) }
    }) {
      // The clock is the tests' need and no promise.
      let isPromise = settings.isCore(conformanceCase) && missing != "clock"
      return result(isPromise ? .fail : .unsupported, "the implementation does not offer: \(missing)")
    }
    return run(conformanceCase, isUnprivileged: isUnprivileged)
  }

  private func run(_ conformanceCase: ConformanceCase, isUnprivileged: Bool) -> CaseResult {
    var result = CaseResult(conformanceCase: conformanceCase, outcome: .pass)
    let base = "\(scratch)/\(conformanceCase.id)"
    casesRun += 1
    defer { FolderRemover.remove(scratch) }
    do {
      try Self.make(scratch)
      let participants = Participants(pool, conformanceCase, isUnprivileged: isUnprivileged)
      let run = try CaseRun(conformanceCase, participants, base: base, givenAway: isUnprivileged)
      defer { (result.before, result.after) = (run.before, run.after) }
      try run.run()
    } catch let problem as StepProblem {
      (result.outcome, result.problems) = (.fail, problem.lines)
    } catch let missing as MissingOperation {
      result.outcome = settings.isCore(conformanceCase) ? .fail : .unsupported
      result.problems = ["the implementation does not offer: \(missing.name)"]
    } catch let fault as AdapterFault {
      (result.outcome, result.problems) = (fault.outcome, ["\(fault)"])
    } catch {
      (result.outcome, result.problems) = (.fail, ["the case cannot be run: \(error)"])
    }
    if [.crash, .timeout].contains(result.outcome) { breakdowns += 1 }
    // What an adapter remembers of a case that went wrong must not spoil the next.
    if result.outcome.isFault, !(settings.isForgiving && result.outcome == .fail) {
      pool.kill(isUnprivileged: isUnprivileged)
    }
    if result.outcome == .pass { FolderRemover.remove(base) } else { keep(base, &result) }
    return result
  }

  /// Keeps the folder of a case that did not pass, if that was asked for.
  private func keep(_ base: String, _ result: inout CaseResult) {
    defer { FolderRemover.remove(base) }
    guard let keeping = settings.keeping else { return }
    let place = "\(keeping)/\(result.conformanceCase.id)"
    do {
      try FileManager.default.createDirectory(atPath: keeping, withIntermediateDirectories: true)
      FolderRemover.remove(place)
      try FileManager.default.moveItem(atPath: base, toPath: place)
      result.kept = place
    } catch {
      result.problems.append("its folder could not be kept in \(keeping): \(error.localizedDescription)")
    }
  }
}

extension AdapterFault {
  var outcome: CaseResult.Outcome {
    switch self {
    case .absent, .crash: .crash
    case .timeout: .timeout
    case .violation: .violation
    case .interrupted: .notRun
    }
  }
}

/// Removes a folder whatever modes a case gave to what is in it.
package enum FolderRemover {
  package static func remove(_ path: String) {
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
