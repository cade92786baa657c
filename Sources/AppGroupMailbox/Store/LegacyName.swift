#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A waiting message under a name of release 0.1, which gets its long name when its date is read (clauses ORD-3, IOP-3).
struct LegacyName {
  let name: PendingName

  init(_ name: PendingName) {
    self.name = name
  }

  /// What became of it.
  enum Outcome {
    case lengthened(PendingName)
    /// It waits under its old name, and cannot be delivered now.
    case stays
    /// It is gone, in quarantine or a dead letter.
    case away
  }

  func lengthen(_ writer: inout MailboxWriter) throws(SystemError) -> Outcome {
    let file = try MessageFile(name.fileName, in: writer.mailbox, of: writer.fileSystem)
    switch try file.judge(limit: writer.limits.effectivePayloadBytes) {
    case .read(let body): return try lengthen(body, &writer)
    case .gone: return .away
    case .quarantine(let reason): try writer.quarantine(name.fileName, reason)
    case .deadLetter(let reason): return try writer.deadLetter(name.fileName, as: name, reason) ? .away : .stays
    }
    return .away
  }

  private func lengthen(_ body: Data, _ writer: inout MailboxWriter) throws(SystemError) -> Outcome {
    switch EnvelopeScanner.scan(body) {
    case .invalid: try writer.quarantine(name.fileName, .body)
    case .valid(let envelope) where envelope.id != name.id: try writer.quarantine(name.fileName, .mismatch)
    case .newerFormat:
      writer.journal.noteNewerFormat(name)
      return .stays
    case .valid(let envelope):
      var long = name
      long.details = PendingName.Details(date: envelope.date, attempts: 0)
      do {
        try writer.rename(name.fileName, to: long.fileName)
        return .lengthened(long)
      } catch let error where error.code == ErrorNumber.exists {
        return try giveWay(to: long, &writer)
      }
    }
    return .away
  }

  /// The long name is another file's, which has the same identifier and comes first (clauses DLQ-5, ORD-2).
  ///
  /// What expires waits until that one has.
  private func giveWay(to long: PendingName, _ writer: inout MailboxWriter) throws(SystemError) -> Outcome {
    let disposition = PendingDisposition.decide(
      long, isRepeated: true, now: writer.environment.clock.secondsSince2001, limits: writer.limits)
    guard case .deadLetter(let reason) = disposition else { return .stays }
    return try writer.deadLetter(name.fileName, as: name, reason) ? .away : .stays
  }
}
