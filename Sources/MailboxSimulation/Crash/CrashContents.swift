internal import AppGroupMailbox
package import Foundation

/// The messages of a mailbox as its files tell them.
package struct CrashContents: Hashable, Sendable {
  package struct Message: Hashable, Sendable {
    /// The attempts of the name under which it is pending, or returns.
    package var attempts: Int
    /// In seconds since 2001.
    package var date: Double
    package var body: [UInt8]
    package var place: Place
    package var isDeadLetter: Bool { place == .letter }
  }

  /// Where a message is.
  package enum Place: Hashable, Sendable {
    case pending
    /// With the token of the claim.
    case claimed(UUID)
    case letter
  }

  package private(set) var messages: [UUID: Message] = [:]
  /// Identifiers that have two files.
  package private(set) var doubled: Set<UUID> = []
  /// Identifiers that have a dead letter beside a message.
  package private(set) var besideLetters: Set<UUID> = []
  package private(set) var quarantined = 0
  /// Messages' files without a body.
  package private(set) var broken = 0
  /// Names that begin like ours and are none, files of `.tmp` and temporaries of release 0.1.
  package private(set) var leftOver: [String] = []

  package init(of volume: SimulatedVolume, at directory: String) {
    for entry in volume.tree(at: directory) {
      guard case .file(let body) = entry.content else { continue }
      guard !entry.path.contains("/") else {
        leftOver.append(entry.path)
        continue
      }
      switch EntryName(Array(entry.path.utf8)[...]) {
      case .pending(let name): add(name, body, .pending)
      case .claimed(let name): add(name.returning, body, .claimed(name.token))
      case .deadLetter(let name): add(name.message, body, .letter)
      case .quarantined: quarantined += 1
      case .malformed, .legacyTemporary: leftOver.append(entry.path)
      case .foreign: break
      }
    }
  }

  private mutating func add(_ name: PendingName, _ body: [UInt8], _ place: Place) {
    guard body.first == UInt8(ascii: "{") else { return broken += 1 }
    // A message may be there beside a dead letter of its identifier: it is what counts.
    if let other = messages[name.id], place == .letter || other.isDeadLetter {
      if place != .letter || !other.isDeadLetter { besideLetters.insert(name.id) }
      if place == .letter { return }
    } else if messages[name.id] != nil {
      doubled.insert(name.id)
    }
    messages[name.id] = Message(
      attempts: name.attempts, date: name.details?.date.seconds ?? 0, body: body, place: place)
  }

  /// The tokens of all claims.
  var tokens: Set<UUID> {
    Set(messages.values.compactMap { if case .claimed(let token) = $0.place { token } else { nil } })
  }

  /// Messages that wait or are held.
  var liveIdentifiers: Set<UUID> { Set(messages.filter { !$0.value.isDeadLetter }.keys) }

  package var identifiers: Set<UUID> { Set(messages.keys) }

  /// Pending and claimed files, as names count them.
  var depth: Int { messages.count { !$0.value.isDeadLetter } + broken }

  /// In an order that is the same in every run.
  var sortedIdentifiers: [UUID] { messages.keys.sorted { $0.uuidString < $1.uuidString } }

  /// Those that expire before the next process looks.
  func expired(at now: Double) -> Set<UUID> {
    Set(
      messages.filter { !$0.value.isDeadLetter && now - $0.value.date > CrashMailbox.lifetime - CrashRecovery.delay }
        .map(\.key))
  }
}
