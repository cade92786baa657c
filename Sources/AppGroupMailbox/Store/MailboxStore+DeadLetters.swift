#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A dead letter as the engine sees it.
package struct StoredDeadLetter: Sendable {
  package var name: DeadLetterName
  /// From the name, or for a message of release 0.1 from its body or ordinal.
  package var enqueuedAt: Date
  /// With the message alone; `nil` if it cannot be read, or is no body of this format.
  package var body: Data?
}

extension MailboxStore {
  /// All dead letters, in the order of their messages (clause DLQ-12).
  ///
  /// - Complexity: One listing; reads every dead letter that is not larger than this reader's limit.
  package func deadLetters() throws(AppGroupMailboxError) -> [StoredDeadLetter] {
    let journal = OperationJournal()
    defer { finish(journal) }
    let (snapshot, directories) = try withLock(journal) { (writer) throws(AppGroupMailboxError) in
      (try reporting { () throws(SystemError) in try writer.list() }, writer.directories)
    }
    let names = snapshot.deadLetters.sorted { ($0.message, $0.reason.rawValue) < ($1.message, $1.reason.rawValue) }
    return names.compactMap { name in
      do throws(SystemError) {
        let file = try MessageFile(name.fileName, in: directories.mailbox.raw, of: fileSystem)
        guard case .read(let body) = try file.judge(limit: limits.effectivePayloadBytes),
          case .valid(let envelope) = EnvelopeScanner.scan(body), envelope.agrees(with: name.message)
        else { return letter(name, nil, nil) }
        return letter(name, envelope, envelope.message(of: body))
      } catch {
        return error.isGone ? nil : letter(name, nil, nil)
      }
    }
  }

  private func letter(_ name: DeadLetterName, _ envelope: Envelope?, _ body: Data?) -> StoredDeadLetter {
    let seconds = name.message.isLegacy ? envelope?.date.seconds : nil
    return StoredDeadLetter(
      name: name, enqueuedAt: Date(timeIntervalSinceReferenceDate: seconds ?? name.message.orderingSeconds), body: body)
  }

  /// Makes a dead letter a new waiting message with today's date (clauses DLQ-9, DLQ-10; section 4.5 of SPEC.md).
  package func restore(_ name: DeadLetterName) throws(AppGroupMailboxError) {
    let body = try bodyToRestore(name)
    guard case .valid(let envelope) = EnvelopeScanner.scan(body), envelope.agrees(with: name.message) else {
      throw .decodingFailure
    }
    guard let date = NameDate(seconds: environment.clock.secondsSince2001) else { throw .invalidDate }
    let message = OutgoingMessage(id: name.message.id, date: date, body: envelope.redating(body, to: date))
    try store([message], restoring: name)
  }

  private func bodyToRestore(_ name: DeadLetterName) throws(AppGroupMailboxError) -> Data {
    let maximum = limits.effectivePayloadBytes
    let directories = try withInstance { $0 }
    do {
      // Where something else stands in its place the dead letter is not there any more (clause DLQ-11).
      guard let file = try MessageFile.ifFile(name.fileName, in: directories.mailbox.raw, of: fileSystem) else {
        throw AppGroupMailboxError.deadLetterNoLongerExists
      }
      switch try file.judge(limit: maximum) {
      case .read(let body): return body
      case .gone, .quarantine(.type), .quarantine(.links): throw AppGroupMailboxError.deadLetterNoLongerExists
      case .quarantine, .deadLetter:
        let size = try fileSystem.status(of: file.raw).size
        throw AppGroupMailboxError.payloadTooLarge(actualBytes: Int(clamping: size), maximumBytes: maximum)
      }
    } catch let error as SystemError {
      throw error.isGone ? .deadLetterNoLongerExists : AppGroupMailboxError(error)
    } catch {
      throw error as? AppGroupMailboxError ?? .unsafeFile
    }
  }

  /// Removes one dead letter (clause DLQ-11).
  package func remove(_ name: DeadLetterName) throws(AppGroupMailboxError) {
    let journal = OperationJournal()
    defer { finish(journal) }
    try withLock(journal) { (writer) throws(AppGroupMailboxError) in
      do throws(SystemError) {
        try writer.remove(name.fileName)
      } catch let error where error.isGone {
        throw .deadLetterNoLongerExists
      } catch {
        throw AppGroupMailboxError(error)
      }
    }
  }
}
