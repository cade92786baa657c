import AdapterKit
import AppGroupMailbox
import Foundation
import MailboxSimulation

/// What all racing helpers are told: their mailbox, and where they record what they do.
struct RaceSettings {
  /// Its number, from 1; no other life of any helper has it.
  private(set) var process: Int
  let mailbox: RaceMailbox
  private(set) var recorder: HistoryRecorder
  let clock: any MailboxClock
  /// Whether it goes on whatever fails: its directory may be taken away, or its disk be full.
  let isHardened: Bool
  /// After how many operations a line is printed; `nil` for none.
  let tellEvery: Int?
  /// What its choices are drawn from.
  let seed: UInt64
  /// The file whose existence tells it to come to an end.
  let marker: RaceMarker?
  let hardships: RaceHardships
  /// Its mailbox, for the judges.
  private var participant: HistoryParticipant
  private let faults: FaultLog

  /// - Parameter change: In what it differs, for the judges, from a mailbox of the library with these options.
  init(_ arguments: inout CommandArguments, _ change: (inout HistoryParticipant) -> Void = { _ in }) throws {
    process = try arguments.take("process")
    guard process > 0 else { throw CommandError("--process counts from 1") }
    if let path: String = try arguments.takeIfThere("clock") {
      clock = try SharedClock(at: path)
    } else {
      clock = SystemClock()
    }
    seed = try arguments.takeIfThere("seed") ?? UInt64(process)
    let faults = FaultLog()
    mailbox = try RaceMailbox(&arguments, process: process, clock: clock, seed: seed, faults: faults)
    participant = mailbox.participant
    change(&participant)
    recorder = try HistoryRecorder(at: arguments.take("record"), process: process, participant, clock: clock)
    isHardened = try arguments.takeIfThere("hardened") ?? false
    tellEvery = try arguments.takeIfThere("tell-every")
    marker = try arguments.takeIfThere("until-marker").map(RaceMarker.init)
    hardships = try RaceHardships(&arguments)
    self.faults = faults
    faults.record(in: recorder)
  }

  /// A forked child has a number and a record of its own; the mailbox stays the one that its parent opened.
  mutating func goOn(as child: RaceHardships.Child) throws {
    process = child.process
    recorder = try HistoryRecorder(at: child.record, process: process, participant, clock: clock)
    faults.record(in: recorder)
  }

  /// Prints how many operations were performed, if that is due.
  func tell(_ performed: Int) throws {
    guard let tellEvery, performed % tellEvery == 0 else { return }
    try FileHandle.standardOutput.write(contentsOf: Data("\(performed)\n".utf8))
  }
}

/// A file whose existence says that everything comes to an end now.
struct RaceMarker {
  let path: String

  var isThere: Bool { access(path, F_OK) == 0 }
}

/// Where system calls that failed are noted; what records them comes later, and changes in a forked child.
final class FaultLog: Sendable {
  private let recorder = StateLock<HistoryRecorder?>(nil)

  func record(in recorder: HistoryRecorder) { self.recorder.withLock { $0 = recorder } }

  /// A call failed: where nothing is left to give, an operation may end early.
  func note(_ error: SystemError) {
    if Self.exhaustions.contains(error.code) { recorder.withLock(\.self)?.noteFault() }
  }

  /// What CLM-9 names.
  private static let exhaustions: Set<Int32> = [EMFILE, ENFILE, ENOMEM, ENOSPC, EDQUOT]
}

/// A mailbox that is opened when it is needed.
struct RaceMailbox {
  let container: String
  let namespace: String
  let limits: MailboxLimits
  private let policy: MailboxOverflowPolicy
  private let durability: MailboxDurability
  let environment: MailboxEnvironment

  init(
    _ arguments: inout CommandArguments, process: Int, clock: any MailboxClock, seed: UInt64, faults: FaultLog
  ) throws {
    var limits = MailboxLimits(maxAttempts: try arguments.takeIfThere("max-attempts"))
    if let maxMessages: Int = try arguments.takeIfThere("max-messages") { limits.maxMessages = maxMessages }
    if let maxLetters: Int = try arguments.takeIfThere("max-dead-letters") { limits.maxDeadLetters = maxLetters }
    if let timeout: Double = try arguments.takeIfThere("claim-timeout") { limits.claimTimeout = timeout }
    if let timeout: Double = try arguments.takeIfThere("lock-timeout") { limits.lockTimeout = timeout }
    self.limits = limits
    policy = try arguments.takeIfThere("discard-oldest") ?? false ? .discardOldest : .rejectNewest
    durability = try MailboxDurability(onWire: arguments.takeIfThere("durability") ?? "processCrash")
    container = try arguments.take("container")
    namespace = try arguments.take("namespace")
    let dawdling = try Dawdling.fileSystem(&arguments, seed: seed, over: HaltPoint.fileSystem(&arguments))
    environment = MailboxEnvironment(
      fileSystem: InterposedFileSystem(over: dawdling, noteFailure: faults.note) { _ in }, clock: clock,
      identifiers: NumberedIdentifiers(process: process))
  }

  /// - Parameter change: What else than usual it takes from outside.
  func open(
    _ change: (inout MailboxEnvironment) -> Void = { _ in }
  ) throws(AppGroupMailboxError) -> AppGroupMailbox<String> {
    var environment = environment
    change(&environment)
    return try AppGroupMailbox(
      containerPath: container, namespace: namespace, limits: limits, overflowPolicy: policy, durability: durability,
      environment: environment)
  }

  /// The same for the judges of a history.
  var participant: HistoryParticipant {
    HistoryParticipant {
      $0.maxMessages = limits.maxMessages
      $0.maxPayloadBytes = limits.maxPayloadBytes
      $0.messageLifetime = limits.messageLifetime
      $0.claimTimeout = limits.claimTimeout
      $0.maxQuarantinedFiles = limits.maxQuarantinedFiles
      $0.maxAttempts = limits.maxAttempts
      $0.maxDeadLetters = limits.maxDeadLetters
      $0.discardsOldest = policy == .discardOldest
      $0.durability = HistoryDurability(durability)
      $0.decodes = .text
      $0.lockTimeout = UInt64(limits.lockTimeout * 1e9)
    }
  }
}

/// Random identifiers that begin with a helper's number, so that the claims of a dead helper can be told from those of the living.
struct NumberedIdentifiers: IdentifierSource {
  let process: Int

  func makeIdentifier() -> UUID {
    let random = RandomIdentifierSource().makeIdentifier().uuidString.dropFirst(8)
    let number = String(process, radix: 16, uppercase: true)
    return UUID(uuidString: String(repeating: "0", count: 8 - number.count) + number + random)!
  }

  func makeGeneration() -> UInt64 { RandomIdentifierSource().makeGeneration() }
}
