import AppGroupMailbox
import Foundation

/// What must have happened between two looks: a pure function of what both saw.
///
/// A rename keeps the inode, and a message its id and, mostly, its ordinal: by these a file is known again under another name.
struct WatchDifference {
  private typealias Item = WatchedState.Item

  private var gone: [Item]
  private var new: [Item]
  private var pairs: [(before: Item, after: Item)] = []

  /// The events of one message are in the order in which they must have been; different messages come in their own order, and then what has no message.
  static func events(from before: WatchedState, to after: WatchedState) -> [WatchEvent] {
    WatchDifference(before, after).events
  }

  private init(_ before: WatchedState, _ after: WatchedState) {
    var later: [FileName: Item] = [:]
    for item in after.items { later[Self.fileName(item.name)] = item }
    gone = []
    for item in before.items {
      let name = Self.fileName(item.name)
      // The same name and inode is the same file; of those without a name of ours the inode is all that counts.
      if let same = later[name], same.identity == item.identity, item.name != .malformed {
        pairs.append((item, same))
        later[name] = nil
      } else {
        gone.append(item)
      }
    }
    new = after.items.filter { item in
      later[Self.fileName(item.name)] == item && !(item.name == .malformed)
    }
    pair { $0.identity == $1.identity && ($0.message?.id == $1.message?.id || Self.isQuarantined($1)) }
    pair { $0.message != nil && $0.message?.id == $1.message?.id && $0.message?.ordinal == $1.message?.ordinal }
  }

  /// Malformed names are no values: they all have one name here, and are never known again by it.
  private static func fileName(_ name: EntryName) -> FileName {
    switch name {
    case .pending(let name): name.fileName
    case .claimed(let name): name.fileName
    case .deadLetter(let name): name.fileName
    case .quarantined(let name): name.fileName
    case .legacyTemporary, .malformed, .foreign: ""
    }
  }

  private static func isQuarantined(_ item: Item) -> Bool {
    if case .quarantined = item.name { true } else { false }
  }

  private mutating func pair(_ isSame: (Item, Item) -> Bool) {
    // Most looks differ in a few files; where they differ in many, few are new.
    var byIdentity: [FileIdentity: [Int]] = [:]
    var byID: [UUID: [Int]] = [:]
    for (place, item) in new.enumerated() {
      byIdentity[item.identity, default: []].append(place)
      if let id = item.message?.id { byID[id, default: []].append(place) }
    }
    var taken: Set<Int> = []
    gone = gone.filter { item in
      let candidates = (byIdentity[item.identity] ?? []) + (item.message.flatMap { byID[$0.id] } ?? [])
      guard let found = candidates.first(where: { !taken.contains($0) && isSame(item, new[$0]) }) else { return true }
      taken.insert(found)
      pairs.append((item, new[found]))
      return false
    }
    new = new.enumerated().filter { !taken.contains($0.offset) }.map(\.element)
  }

  // MARK: Events

  private var events: [WatchEvent] {
    var ordered: [(item: Item, events: [WatchEvent])] = []
    var restored: Set<UUID> = []
    for item in new {
      var events = appeared(item)
      if let letter = gone.first(where: { isLetter($0, of: item) }), let id = letter.message?.id {
        restored.insert(id)
        events[0] = WatchEvent(.restored, id)
      }
      ordered.append((item, events))
    }
    for item in gone where !isRestored(item, restored) {
      ordered.append((item, disappeared(item)))
    }
    for (before, after) in pairs {
      ordered.append((after, changed(before, after)))
    }
    return ordered.sorted { Self.precedes($0.item, $1.item) }.flatMap(\.events)
  }

  private static func precedes(_ one: Item, _ other: Item) -> Bool {
    switch (one.message, other.message) {
    case (let one?, let other?) where one != other: one < other
    case (.some, nil): true
    case (nil, .some): false
    default: fileName(one.name).terminated.lexicographicallyPrecedes(fileName(other.name).terminated)
    }
  }

  private func isLetter(_ gone: Item, of new: Item) -> Bool {
    guard case .deadLetter(let letter) = gone.name, let message = new.message else { return false }
    if case .deadLetter = new.name { return false }
    return letter.message.id == message.id
  }

  private func isRestored(_ gone: Item, _ restored: Set<UUID>) -> Bool {
    guard case .deadLetter(let letter) = gone.name else { return false }
    return restored.contains(letter.message.id)
  }

  private func appeared(_ item: Item) -> [WatchEvent] {
    switch item.name {
    case .pending(let name): [WatchEvent(.enqueued, name.id)] + (name.attempts > 0 ? [recovered(name)] : [])
    case .claimed(let name): [WatchEvent(.enqueued, name.returning.id), claimed(name)]
    case .deadLetter(let name): [WatchEvent(.enqueued, name.message.id), deadLettered(name)]
    case .quarantined(let name): [WatchEvent(.quarantined, nil, name.reason)]
    case .legacyTemporary, .malformed, .foreign: []
    }
  }

  private func disappeared(_ item: Item) -> [WatchEvent] {
    switch item.name {
    case .pending(let name): [WatchEvent(.removed, name.id, "was pending")]
    case .claimed(let name): [WatchEvent(.acknowledged, name.returning.id)]
    case .deadLetter(let name): [WatchEvent(.removed, name.message.id, "was a dead letter")]
    case .quarantined: [WatchEvent(.removed, nil, "from quarantine")]
    case .legacyTemporary, .malformed, .foreign: []
    }
  }

  private func changed(_ before: Item, _ after: Item) -> [WatchEvent] {
    switch (before.name, after.name) {
    case (_, .quarantined(let name)):
      if case .quarantined = before.name { return [] }
      return [WatchEvent(.quarantined, before.message?.id, name.reason)]
    case (_, .deadLetter(let name)):
      if case .deadLetter = before.name { return [] }
      return [deadLettered(name)]
    case (.pending(let old), .pending(let new)):
      // A delivery that began and ended badly between the looks; a long name for a legacy one is no event.
      return new.attempts > old.attempts ? [WatchEvent(.claimed, new.id), recovered(new)] : []
    case (.pending, .claimed(let new)): return [claimed(new)]
    case (.claimed(let old), .pending(let new)): return [returned(old.returning, new)]
    case (.claimed(let old), .claimed(let new)):
      if old.token != new.token { return [returned(old.returning, attemptsBefore(new)), claimed(new)] }
      guard let stamp = after.stamp, before.stamp != stamp else { return [] }
      return [WatchEvent(.extended, new.returning.id)]
    case (.deadLetter, .pending(let new)): return [WatchEvent(.restored, new.id)]
    case (.deadLetter, .claimed(let new)): return [WatchEvent(.restored, new.returning.id), claimed(new)]
    default: return []
    }
  }

  /// The name that a claim was made from.
  private func attemptsBefore(_ claim: ClaimedName) -> PendingName {
    var name = claim.returning
    if let details = name.details { name.details!.attempts = max(0, details.attempts - 1) }
    return name
  }

  /// A claim that went back: with its attempts by its consumer's death or lateness, without by its consumer.
  private func returned(_ returning: PendingName, _ now: PendingName) -> WatchEvent {
    if returning.isLegacy { return WatchEvent(.released, now.id, "or recovered: a name of release 0.1 does not tell") }
    return now.attempts >= returning.attempts ? recovered(now) : WatchEvent(.released, now.id)
  }

  private func recovered(_ name: PendingName) -> WatchEvent { WatchEvent(.recovered, name.id, attempts: name.attempts) }

  private func claimed(_ name: ClaimedName) -> WatchEvent {
    WatchEvent(.claimed, name.returning.id, attempts: name.returning.details?.attempts)
  }

  private func deadLettered(_ name: DeadLetterName) -> WatchEvent {
    WatchEvent(.deadLettered, name.message.id, attempts: name.message.attempts, name.reason.rawValue)
  }
}
