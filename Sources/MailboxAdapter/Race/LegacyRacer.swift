import AppGroupMailbox
import Foundation
import MailboxSimulation

/// A producer that still uses release 0.1, beside helpers that do not, and records what it does as they do.
///
/// It never opens the mailbox with the library: what it leaves is what 0.1 leaves. It has no overflow policy.
struct LegacyRacer {
  private let settings: RaceSettings
  private let writer: LegacyWriter
  private let count: Int
  private let tries: Int

  init(_ arguments: inout CommandArguments) throws {
    settings = try RaceSettings(&arguments) { participant in
      participant.discardsOldest = false
      participant.durability = .processCrash
    }
    let mailbox = settings.mailbox
    writer = LegacyWriter(
      container: mailbox.container, namespace: mailbox.namespace, maxMessages: mailbox.limits.maxMessages,
      fileSystem: mailbox.environment.fileSystem, clock: settings.clock)
    count = try arguments.take("count")
    tries = try arguments.takeIfThere("tries") ?? .max
    try arguments.finish()
  }

  /// Enqueues messages with identifiers of its own, each until it is stored or was tried often enough.
  func run() throws {
    try StartingLine.wait()
    var performed = 0
    for number in 0..<count {
      var isStored = false
      var tried = 0
      while !isStored && tried < tries {
        isStored = try enqueue(UUID(process: settings.process, number: number)).succeeded
        if !isStored { Idling.pause() }
        tried += 1
        performed += 1
        try settings.tell(performed)
      }
    }
  }

  /// - Throws: What has no place in a race.
  private func enqueue(_ id: UUID) throws -> HistoryOutcome {
    let payload = UserMessage.payload(id)
    let operation = try settings.recorder.invoke(.enqueue(message: HistoryMessage(id: id, payload: payload), date: nil))
    var outcome = HistoryOutcome.identifiers(ids: [id])
    var failure: LegacyWriter.Failure?
    do throws(LegacyWriter.Failure) {
      try writer.enqueue(id, payload, number: UUID().uuidString)
    } catch {
      outcome = .failed(error: HistoryError(error))
      if case .call = error { failure = error }
    }
    try settings.recorder.finish(operation, outcome)
    if let failure, !settings.isHardened { throw failure }
    return outcome
  }
}
