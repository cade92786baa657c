import AppGroupMailbox
import ConformanceKit
import Foundation

/// The command `mailbox`: understands its words, and carries them out.
package struct MailboxCommand {
  private let output: CommandOutput
  private let looker: MailboxLooker
  private let alarm = WatchAlarm()

  private let makeSignals: () -> WatchSignals?

  /// The command as a process of its own, which the user may interrupt.
  package init() {
    self.init(CommandOutput(), MailboxLooker(), isProcess: true)
  }

  /// - Parameter isProcess: Whether signals to this process are for the command.
  init(_ output: CommandOutput, _ looker: MailboxLooker, isProcess: Bool = false) {
    self.output = output
    self.looker = looker
    let alarm = alarm
    self.makeSignals = isProcess ? { WatchSignals(end: alarm) } : { nil }
  }

  /// - Parameter words: What stands behind the command's name.
  /// - Returns: The exit status.
  package func run(_ words: [String]) -> Int32 {
    do {
      let options = try Options(words)
      if options.isHelp {
        output.say(options.help)
        return 0
      }
      return try run(options)
    } catch let error as UsageError {
      output.complain("\(error); --help tells more")
      return 2
    } catch let problem as PlaceProblem {
      output.complain(problem.description)
      if case .badNamespace = problem { return 2 }
      return 1
    } catch let error as AppGroupMailboxError {
      output.complain(DeadLetterWork.explanation(of: error))
      return 1
    } catch {
      output.complain("\(error)")
      return 1
    }
  }

  private func run(_ options: Options) throws -> Int32 {
    switch options.verb {
    case .inspect: try inspect(options)
    case .verify: try verify(options)
    case .watch: try watch(options)
    case .deadLetters: try deadLetters(options)
    case .export: try export(options)
    case nil: 2
    }
  }

  private var finder: MailboxFinder { MailboxFinder(fileSystem: looker.fileSystem) }

  private func reading(_ reading: MailboxLooker.Reading) -> MailboxLooker {
    var looker = looker
    looker.reading = reading
    return looker
  }

  // MARK: Verbs

  private func inspect(_ options: Options) throws -> Int32 {
    var settings = Inspection.Settings()
    settings.limit = options.limit ?? settings.limit
    settings.claimTimeout = options.claimTimeout ?? settings.claimTimeout
    settings.isVerbose = options.isVerbose
    settings.showsContents = options.showsContents
    let found = try finder.find(options.path, namespace: options.namespace)
    if let problem = found.problem { throw problem }
    if let container = found.container, found.places.isEmpty { throw PlaceProblem.noNamespaces(container) }
    var inspections: [Inspection] = []
    var status: Int32 = 0
    for place in found.places {
      do throws(PlaceProblem) {
        inspections.append(try Inspection(of: place, settings, looker))
      } catch {
        // The others can be shown all the same.
        output.complain(error.description)
        status = 1
      }
    }
    if options.isJSON {
      output.say(["format": 1, "mailboxes": .array(inspections.map(\.json))])
    } else {
      output.say(inspections.map { $0.text(output.style) }.joined(separator: "\n"))
    }
    return status
  }

  private func verify(_ options: Options) throws -> Int32 {
    let found = try finder.find(options.path, namespace: options.namespace)
    var settings = Verification.Settings()
    settings.maxMessages = options.maxMessages
    settings.claimTimeout = options.claimTimeout ?? settings.claimTimeout
    var reports: [VerificationReport] = []
    for place in found.places {
      do {
        reports.append(try verify(place, settings))
      } catch let problem as PlaceProblem where found.places.count > 1 {
        reports.append(
          VerificationReport(
            path: place.path, [Finding(.unchecked, ["LCK-9"], "it cannot be looked into", detail: problem.description)])
        )
      }
    }
    if let problem = found.problem { reports.append(try Self.report(problem)) }
    if let container = found.container, reports.isEmpty { throw PlaceProblem.noNamespaces(container) }
    let isGood = reports.allSatisfy(\.isGood)
    if options.isJSON {
      output.say(["format": 1, "isGood": .boolean(isGood), "mailboxes": .array(reports.map(\.json))])
    } else {
      output.say(reports.map { $0.text(output.style, isVerbose: options.isVerbose) }.joined(separator: "\n"))
    }
    return isGood ? 0 : 1
  }

  private func verify(_ place: MailboxPlace, _ settings: Verification.Settings) throws -> VerificationReport {
    do {
      return VerificationReport(Verification(try reading(.all).look(at: place), settings))
    } catch {
      return try Self.report(error)
    }
  }

  /// What is wrong on the way to a mailbox is a finding, too.
  private static func report(_ problem: PlaceProblem) throws -> VerificationReport {
    guard case .unsafe(let path, let name, let kind) = problem else { throw problem }
    return VerificationReport(
      path: path,
      [Finding(.error, ["SEC-1", "SEC-3"], "\(kind.described) where a directory must be", SafeText.escaped(name))])
  }

  private func watch(_ options: Options) throws -> Int32 {
    let place = try finder.findOne(options.path, namespace: options.namespace)
    let signals = makeSignals()
    defer { withExtendedLifetime(signals) {} }
    try WatchLoop(place, reading(.none), output, isJSON: options.isJSON).run(for: options.seconds, until: alarm)
    return 0
  }

  private func deadLetters(_ options: Options) throws -> Int32 {
    let place = try finder.findOne(options.path, namespace: options.namespace)
    let action: DeadLetterWork.Action
    switch options.letterAction {
    case .restore: action = .restore
    case .remove: action = .remove
    default:
      let list = try DeadLetterList(of: place, showingContents: options.showsContents, looker)
      if options.isJSON { output.say(list.json) } else { output.say(list.text(output.style)) }
      return 0
    }
    let work = try DeadLetterWork(
      place, maxMessages: options.maxMessages ?? MailboxLimits().maxMessages, notificationName: options.notificationName
    )
    let outcomes = try work.perform(action, on: options.isAll ? nil : options.operands)
    if options.isJSON {
      output.say(["format": 1, "outcomes": .array(outcomes.map { $0.json(action) })])
    } else {
      output.say(outcomes.isEmpty ? "no dead letters\n" : outcomes.map { $0.line(action) + "\n" }.joined())
    }
    return outcomes.allSatisfy { $0.failure == nil } ? 0 : 1
  }

  private func export(_ options: Options) throws -> Int32 {
    let place = try finder.findOne(options.path, namespace: options.namespace)
    let exported = ExportedCase(
      try reading(.all).open(place), id: options.caseID ?? "exported-mailbox", showingContents: options.showsContents)
    let text = SafeText.printableJSON(exported.json.indented) + "\n"
    if let path = options.output {
      do {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .withoutOverwriting)
      } catch {
        output.complain("\(SafeText.escaped(path)) cannot be written: \(error.localizedDescription); name a new file")
        return 1
      }
    } else {
      output.say(text)
    }
    for remark in exported.remarks { output.complain(remark) }
    return 0
  }
}
