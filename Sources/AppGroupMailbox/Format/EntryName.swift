/// What the name of a directory entry says it is; the only place that decides what is ours (clauses LAY-4 to LAY-7, LAY-16, LAY-17, LAY-21).
package enum EntryName: Equatable, Sendable {
  case pending(PendingName)
  case claimed(ClaimedName)
  case deadLetter(DeadLetterName)
  case quarantined(QuarantineName)
  /// A temporary of release 0.1.
  case legacyTemporary
  /// Starts like ours and is not.
  case malformed
  /// None of our business: also our own lock file and folder of temporaries, which have names of their own.
  case foreign

  package static let lockFile: FileName = ".mailbox.lock"
  package static let temporaries: FileName = ".tmp"

  package init(_ bytes: ArraySlice<UInt8>) {
    var reader = ByteReader(bytes)
    if reader.take("pending-") {
      self = PendingName(parsing: bytes).map(EntryName.pending) ?? .malformed
    } else if reader.take("claimed-") {
      self = ClaimedName(parsing: bytes).map(EntryName.claimed) ?? .malformed
    } else if reader.take("deadletter-") {
      self = DeadLetterName(parsing: bytes).map(EntryName.deadLetter) ?? .malformed
    } else if reader.take("quarantine-") {
      self = QuarantineName(parsing: bytes).map(EntryName.quarantined) ?? .malformed
    } else if reader.take(".dat.nosync") {
      self = .legacyTemporary
    } else {
      self = .foreign
    }
  }
}
