import AppGroupMailbox

/// A mailbox at a glance: what is told of a sight, and how much of it.
struct Inspection {
  let sight: MailboxSight
  var settings = Settings()
  /// The messages of those entries that are listed, as JSON texts; empty unless they are asked for.
  var contents: [FileName: String] = [:]

  struct Settings: Equatable {
    /// How many of each kind are listed.
    var limit = 5
    /// After how many seconds a claim counts as abandoned.
    var claimTimeout = MailboxLimits().claimTimeout
    var isVerbose = false
    var showsContents = false
  }

  init(_ sight: MailboxSight, _ settings: Settings = Settings()) {
    self.sight = sight
    self.settings = settings
  }

  /// Looks at a mailbox, and reads the messages that are listed if they are asked for.
  init(of place: MailboxPlace, _ settings: Settings, _ looker: MailboxLooker) throws(PlaceProblem) {
    let mailbox = try looker.open(place)
    self.init(mailbox.sight, settings)
    guard settings.showsContents else { return }
    for entry in listed(sight.pending) + listed(sight.claimed) + listed(sight.deadLetters) {
      contents[entry.name] = mailbox.message(of: entry)
    }
  }

  /// As many as are listed.
  func listed<Element>(_ all: [Element]) -> [Element] { Array(all.prefix(settings.limit)) }

  func isAbandoned(_ claim: SeenEntry) -> Bool { sight.isAbandoned(claim, timeout: settings.claimTimeout) }

  /// Waiting messages that a mailbox with the default lifetime would remove (clause EXP-1).
  var expired: Int {
    let lifetime = MailboxLimits().messageLifetime
    return sight.pending.count { sight.moment - ($0.enqueuedAt ?? .infinity) > lifetime }
  }

  /// Messages under names of release 0.1.
  var legacyNames: Int { sight.entries.count { $0.message?.isLegacy ?? false } }

  /// What stands under a message's name and is no file, or has a name that only begins like ours.
  var outOfPlace: [SeenEntry] {
    sight.entries.filter { $0.meaning == .malformed || $0.message != nil && $0.kind != nil && $0.kind != .file }
  }

  /// The sum of sizes, which may be as large as a hostile sparse file says.
  static func bytes(of entries: [SeenEntry]) -> Int64 {
    entries.reduce(0) { sum, entry in
      let (larger, overflow) = sum.addingReportingOverflow(entry.size)
      return overflow ? .max : larger
    }
  }

  static func reason(of entry: SeenEntry) -> String {
    if case .deadLetter(let name) = entry.meaning { name.reason.rawValue } else { "" }
  }

  /// How many there are of each word, most frequent first.
  static func groups(_ words: [String]) -> [(word: String, count: Int)] {
    Dictionary(grouping: words) { $0 }.map { ($0.key, $0.value.count) }
      .sorted { ($1.1, $0.0) < ($0.1, $1.0) }
  }
}

extension OpenMailbox {
  /// The message in a file's body, as the JSON text that stands there.
  func message(of entry: SeenEntry) -> String? {
    guard let body = body(of: entry), case .valid(let envelope) = EnvelopeScanner.scan(body) else { return nil }
    let range = body.startIndex + envelope.messageRange.lowerBound..<body.startIndex + envelope.messageRange.upperBound
    return String(decoding: body[range], as: UTF8.self)
  }
}
