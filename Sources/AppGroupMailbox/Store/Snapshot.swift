#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What one listing of a mailbox directory shows, by names alone.
struct Snapshot: Sendable {
  /// Waiting, and as far as known deliverable; in no order.
  var pending: [PendingName] = []
  /// Waiting too, and part of the depth, but not to be delivered now: it should have become something else, and could not.
  var stuck: [PendingName] = []
  var claimed: [ClaimedName] = []
  var deadLetters: [DeadLetterName] = []
  var quarantined: [QuarantineName] = []
  /// What the listing alone shows to be hostile or broken.
  var suspects: [Suspect] = []
  var legacyTemporaries: [FileName] = []
  /// Whether a claim was gone when it was looked at: settled, or, released without the lock, among the waiting ones now.
  var isOutdated = false

  struct Suspect: Sendable, Equatable {
    var name: FileName
    var reason: QuarantineReason
  }

  init() {}

  /// Sorts one entry of the directory in.
  mutating func add(_ name: UnsafeBufferPointer<UInt8>, _ type: FileType) {
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

  /// Everything that waits, deliverable or not.
  var waiting: [PendingName] { pending + stuck }

  /// The highest ordinal in use among those that are anybody's clock (clause LAY-10).
  var highestOrdinal: UInt64? {
    let names = [
      pending.lazy.map(\.ordinal).usable, stuck.lazy.map(\.ordinal).usable,
      claimed.lazy.map(\.returning.ordinal).usable,
    ]
    return names.compactMap(\.self).max()
  }

  /// The file that a repeated identifier is about, if there is one (clauses ENQ-2, DLQ-8).
  func fileName(of id: UUID) -> FileName? {
    if let name = claimed.first(where: { $0.returning.id == id }) { return name.fileName }
    return (pending.filter { $0.id == id } + stuck.filter { $0.id == id }).min()?.fileName
  }

  /// The identifiers that more than one pending or claimed file has (clause DLQ-5).
  func repeatedIDs() -> Set<UUID> {
    var seen = Set(claimed.map(\.returning.id))
    return Set(pending.map(\.id).filter { !seen.insert($0).inserted })
  }
}

extension Sequence<UInt64> {
  fileprivate var usable: UInt64? { filter { $0 < Admission.ordinalBound }.max() }
}
