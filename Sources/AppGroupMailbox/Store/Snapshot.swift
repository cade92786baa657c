#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What one listing of a mailbox directory shows, by names alone.
package struct Snapshot: Sendable {
  /// Waiting, and as far as known deliverable; in no order.
  package var pending: [PendingName] = []
  /// Waiting too, and part of the depth, but not to be delivered now: it should have become something else, and could not.
  package var stuck: [PendingName] = []
  package var claimed: [ClaimedName] = []
  package var deadLetters: [DeadLetterName] = []
  package var quarantined: [QuarantineName] = []
  /// What the listing alone shows to be hostile or broken.
  package var suspects: [Suspect] = []
  package var legacyTemporaries: [FileName] = []
  /// The stamps of the claims that were looked at, in seconds since 1970.
  package var stamps: [ClaimedName: Double] = [:]
  /// Whether everything that it shows was settled, and nothing is left that will have to be.
  package var isSettled = false
  /// Whether a claim was gone when it was looked at: settled, or, released without the lock, among the waiting ones now.
  var isOutdated = false

  package struct Suspect: Sendable, Equatable {
    var name: FileName
    var reason: QuarantineReason
  }

  package init() {}

  /// Sorts one entry of the directory in.
  package mutating func add(_ name: UnsafeBufferPointer<UInt8>, _ type: FileType) {
    let bytes = ArraySlice(name)
    let entry = EntryName(bytes)
    switch entry {
    case .foreign:
      if type != .directory, FileName(bytes) == EntryName.temporaries { suspect(bytes, .type) }
    case .malformed: suspect(bytes, .name)
    case .legacyTemporary: legacyTemporaries.append(FileName(bytes))
    case .quarantined(let name): quarantined.append(name)
    case .pending, .claimed, .deadLetter:
      guard type == .regular else { return suspect(bytes, .type) }
      if case .pending(let name) = entry { pending.append(name) }
      if case .claimed(let name) = entry { claimed.append(name) }
      if case .deadLetter(let name) = entry { deadLetters.append(name) }
    }
  }

  private mutating func suspect(_ bytes: ArraySlice<UInt8>, _ reason: QuarantineReason) {
    suspects.append(Suspect(name: FileName(bytes), reason: reason))
  }

  /// The identifiers that more than one pending or claimed file has (clause DLQ-5).
  func repeatedIDs() -> Set<UUID> {
    var seen = Set<IdentifierKey>(minimumCapacity: claimed.count + pending.count)
    for claim in claimed { seen.insert(IdentifierKey(claim.returning.id)) }
    var repeated: Set<UUID> = []
    for name in pending where !seen.insert(IdentifierKey(name.id)).inserted { repeated.insert(name.id) }
    return repeated
  }
}
