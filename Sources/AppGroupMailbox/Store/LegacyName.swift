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

  func lengthen(_ writer: inout MailboxWriter, _ snapshot: inout Snapshot) {
    do {
      let file = try MessageFile(name.fileName, in: writer.mailbox, of: writer.fileSystem)
      let evidence = try file.judge(limit: writer.limits.effectivePayloadBytes)
      guard case .read(let body) = evidence else { return settle(evidence, &writer, &snapshot) }
      switch EnvelopeScanner.scan(body) {
      case .invalid: writer.quarantine(name.fileName, .body, &snapshot)
      case .valid(let envelope) where envelope.id != name.id: writer.quarantine(name.fileName, .mismatch, &snapshot)
      case .newerFormat:
        writer.journal.noteNewerFormat(name)
        snapshot.stuck.append(name)
      case .valid(let envelope):
        var long = name
        long.details = PendingName.Details(date: envelope.date, attempts: 0)
        try writer.rename(name.fileName, to: long.fileName)
        writer.journal.noteSuccess()
        snapshot.pending.append(long)
      }
    } catch where error.isGone {
      return
    } catch {
      writer.journal.noteSkipped(error)
      snapshot.stuck.append(name)
    }
  }

  private func settle(_ evidence: MessageFile.Reading, _ writer: inout MailboxWriter, _ snapshot: inout Snapshot) {
    switch evidence {
    case .read, .gone: break
    case .quarantine(let reason): writer.quarantine(name.fileName, reason, &snapshot)
    case .deadLetter(let reason):
      if !writer.deadLetter(name.fileName, as: name, reason, &snapshot) { snapshot.stuck.append(name) }
    }
  }
}
