import AppGroupMailbox
import Foundation
import MailboxAdapter
import MailboxSimulation
import MailboxTestSupport
import Testing

/// Helpers that race on one mailbox, what befalls them, and the judgement of what they recorded.
final class Race: Sendable {
  let crew: Crew
  /// The clock of all who take part.
  let clock: SharedClock
  /// What all of them have in common.
  let settings: [String]
  private let recorder: HistoryRecorder
  /// Where those who take part, numbered from 1, record what they do.
  private let records = StateLock<[String]>([])
  private let folder: String

  /// A race of nobody yet.
  ///
  /// - Parameter settings: Options of `MailboxAdapter race` that are the same for all.
  init(_ crew: Crew, _ settings: [String] = []) throws {
    self.crew = crew
    self.settings = settings
    folder = "\(crew.bench.container)/race"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    clock = try SharedClock(at: "\(folder)/clock")
    recorder = try HistoryRecorder(at: "\(folder)/0", process: 0, Self.last, clock: clock)
  }

  /// The file whose existence tells consumers that nothing more will be enqueued.
  var marker: String { "\(folder)/finished" }

  func finish() throws {
    try Data().write(to: URL(fileURLWithPath: marker))
  }

  /// A number and a record for one more who takes part.
  func enter() -> (number: Int, record: String) {
    records.withLock { records in
      records.append("\(folder)/\(records.count + 1)")
      return (records.count, records[records.count - 1])
    }
  }

  /// - Parameter program: One that takes the arguments of `MailboxAdapter race`.
  func racer(
    _ arguments: [String], program: [String] = [HelperExecutable.url.path, "race"]
  ) throws -> RaceHelper {
    let (number, record) = enter()
    let place = [
      "--container", crew.bench.container, "--namespace", crew.bench.namespace, "--clock", "\(folder)/clock",
    ]
    let process = try crew.spawn(
      ["--process", "\(number)", "--record", record] + place + settings + arguments, program: program)
    return RaceHelper(number: number, process: process, recordPath: record)
  }

  // MARK: What befalls them

  /// Kills a helper, and returns once it is certainly dead.
  func kill(_ helper: RaceHelper) async throws {
    helper.process.send(signal: SIGKILL)
    try await bury(helper)
  }

  /// Waits until a helper is dead by SIGKILL, and records that it is.
  func bury(_ helper: RaceHelper) async throws {
    let exit = try await helper.process.exit()
    guard exit == .signal(SIGKILL) else {
      throw UnexpectedAnswer(description: "helper \(helper.number): \(exit) \(helper.process.complaints.contents)")
    }
    try recorder.record(.killed(process: helper.number))
    helper.process.hangUp()
  }

  /// Sets the clock of all.
  func moveClock(by seconds: Double) throws {
    try recorder.record(clock.move(by: seconds))
  }

  /// Writes down what has just happened to the mailbox.
  func record(_ event: HistoryEvent.Kind) throws {
    try recorder.record(event)
  }

  // MARK: The end

  /// Whoever comes last, when everybody else is gone or idle; it stores nothing, and allows the others no more than they do.
  private static let last = HistoryParticipant {
    $0.decodes = .text
    $0.maxAttempts = nil
    $0.maxMessages = 1
  }

  /// Longer than any lease here, and shorter than any message's life, in seconds.
  private static let longWhile = 4_000.0

  /// Takes everything that is left, once nobody holds anything any more.
  ///
  /// - Throws: What the mailbox throws: what is left cannot be taken.
  func drain() throws {
    try moveClock(by: Self.longWhile)
    let mailbox = try crew.bench.open(
      String.self, limits: MailboxLimits(maxMessages: 1, maxAttempts: nil), clock: clock)
    var taken: [HistoryClaim] = []
    while case let claims = try mailbox.claimPending(), !claims.isEmpty {
      for claim in claims {
        taken.append(HistoryClaim(claim))
        try claim.acknowledge()
      }
    }
    try recorder.record(
      HistoryEnding.drained(process: 0, clock: clock.now.timeIntervalSinceReferenceDate, claims: taken))
  }

  /// What all of them recorded.
  func history() throws -> MailboxHistory {
    // Who was killed soon enough recorded nothing.
    let files = (records.withLock(\.self) + ["\(folder)/0"]).filter { FileManager.default.fileExists(atPath: $0) }
    let texts = try files.map { try String(contentsOfFile: $0, encoding: .utf8) }
    return try MailboxHistory.reading(files: texts).history
  }

  /// Judges what they recorded.
  ///
  /// - Parameter origin: What the race was drawn from, to be told when it fails.
  @discardableResult
  func judge(_ origin: String = "", sourceLocation: SourceLocation = #_sourceLocation) throws -> MailboxHistory {
    try finding(origin, sourceLocation: sourceLocation).history
  }

  /// Judges what they recorded, and says how; a race that is found wanting is kept, to be looked at.
  ///
  /// - Parameters:
  ///   - origin: What the race was drawn from, to be told when it fails.
  ///   - checker: Who looks for an order, if it is short.
  ///   - folder: Where it is kept then.
  func finding(
    _ origin: String = "", checker: HistoryChecker = HistoryChecker(), keepingIn folder: String = RaceFailure.folder,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> HistoryFinding {
    let finding = HistoryFinding(judging: try history(), checker: checker)
    if let failure = RaceFailure(finding, origin: origin) {
      Issue.record("\(failure.report(keepingIn: folder))", sourceLocation: sourceLocation)
    }
    return finding
  }
}
