import AppGroupMailbox
import Foundation

/// A mailbox as names and inodes show it: what two looks are compared by.
struct WatchedState: Equatable, Sendable {
  /// A message wherever it is, or a file in quarantine.
  struct Item: Equatable, Sendable {
    var name: EntryName
    var identity: FileIdentity
    /// Of a claim: when it was made or extended, in seconds since 2001.
    var stamp: Double?

    var message: PendingName? {
      switch name {
      case .pending(let name): name
      case .claimed(let name): name.returning
      case .deadLetter(let name): name.message
      default: nil
      }
    }
  }

  var items: [Item] = []

  init(_ items: [Item] = []) {
    self.items = items
  }

  init(_ sight: MailboxSight) {
    items = sight.entries.compactMap { entry in
      guard let identity = entry.status?.identity else { return nil }
      switch entry.meaning {
      case .pending, .claimed, .deadLetter, .quarantined, .malformed:
        var isClaim = false
        if case .claimed = entry.meaning { isClaim = true }
        return Item(name: entry.meaning, identity: identity, stamp: isClaim ? entry.modified : nil)
      case .foreign, .legacyTemporary: return nil
      }
    }
  }

  var holdsClaims: Bool {
    items.contains { if case .claimed = $0.name { true } else { false } }
  }

  /// `3 pending, 1 claimed`, and what else there is.
  var summary: String {
    var (pending, claimed, letters, quarantined) = (0, 0, 0, 0)
    for item in items {
      switch item.name {
      case .pending: pending += 1
      case .claimed: claimed += 1
      case .deadLetter: letters += 1
      case .quarantined: quarantined += 1
      default: break
      }
    }
    return "\(pending) pending, \(claimed) claimed, \(letters.of("dead letter")), \(quarantined) in quarantine"
  }
}
