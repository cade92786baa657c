#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension MailboxStore {
  /// What is there, by names, and how large it is (clause STA-1).
  package func statistics() throws(AppGroupMailboxError) -> MailboxStatistics {
    let journal = OperationJournal()
    defer { finish(journal) }
    let (snapshot, directories) = try withLock(journal) { (writer) throws(AppGroupMailboxError) in
      (try reporting { () throws(SystemError) in try writer.list() }, writer.directories)
    }
    var bytes: Int64 = 0
    let names =
      snapshot.pending.map(\.fileName) + snapshot.claimed.map(\.fileName) + snapshot.deadLetters.map(\.fileName)
    for name in names {
      do {
        bytes += try fileSystem.status(of: name, in: directories.mailbox.raw).size
      } catch let error where error.isGone {
        // Settled since the listing.
      } catch {
        throw AppGroupMailboxError(error)
      }
    }
    return MailboxStatistics(
      pending: snapshot.pending.count, claimed: snapshot.claimed.count, deadLetters: snapshot.deadLetters.count,
      quarantined: snapshot.quarantined.count,
      oldestPending: snapshot.pending.map { seconds(of: $0, in: directories) }.min()
        .map(Date.init(timeIntervalSinceReferenceDate:)),
      bytes: bytes)
  }

  /// A message's date: from its name, or for a name of release 0.1 from its body, and from its ordinal if that cannot be read (clauses ORD-3, ORD-4).
  private func seconds(of name: PendingName, in directories: MailboxDirectories) -> Double {
    guard name.isLegacy else { return name.orderingSeconds }
    do {
      let file = try MessageFile(name.fileName, in: directories.mailbox.raw, of: fileSystem)
      guard case .read(let body) = try file.judge(limit: limits.effectivePayloadBytes),
        case .valid(let envelope) = EnvelopeScanner.scan(body)
      else { return name.orderingSeconds }
      return envelope.date.seconds
    } catch {
      return name.orderingSeconds
    }
  }
}
