internal import Foundation

/// What is in a mailbox's directory, as names tell it: once as the model predicts it, once as it is.
struct MailboxListing: Hashable {
  /// A claimed file.
  struct Claim: Hashable {
    var name: ModelName
    /// The file's modification time, in seconds since 2001.
    var stamp: Double
  }

  /// A dead letter's file.
  struct DeadLetter: Hashable {
    var reason: String
    var name: ModelName
  }

  var pending: [ModelName] = []
  var claimed: [Claim] = []
  var deadLetters: [DeadLetter] = []
  var quarantined = 0
  /// Names that start like ours and do not parse.
  var malformed = 0
  /// Every other name, but the lock file and `.tmp`.
  var foreign: Set<String> = []
  /// What is in `.tmp`.
  var temporaries = 0

  /// The listing that a model predicts.
  init(_ model: MailboxModel, foreign: Set<String>) {
    pending = model.pending.map(\.name)
    claimed = model.claimed.map { Claim(name: $0.message.name, stamp: $0.stamp) }
    deadLetters = model.deadLetters.map { DeadLetter(reason: $0.reason.rawValue, name: $0.message.name) }
    quarantined = model.quarantined
    malformed = model.malformedNames
    self.foreign = foreign
    sort()
  }

  private mutating func sort() {
    pending.sort()
    claimed.sort { ($0.name, $0.stamp) < ($1.name, $1.stamp) }
    deadLetters.sort { ($0.name, $0.reason) < ($1.name, $1.reason) }
  }
}

extension MailboxListing {
  /// Reads a directory, and the tokens of its claimed files; a missing one is empty.
  init(directory: String, tokens: inout [String]) throws {
    let files = FileManager.default
    let names = files.fileExists(atPath: directory) ? try files.contentsOfDirectory(atPath: directory) : []
    for name in names {
      try add(name, in: directory, tokens: &tokens)
    }
    sort()
  }

  private mutating func add(_ name: String, in directory: String, tokens: inout [String]) throws {
    let path = "\(directory)/\(name)"
    if name == ".mailbox.lock" {
      return
    } else if name == ".tmp" {
      temporaries = try FileManager.default.contentsOfDirectory(atPath: path).count
    } else if let pending = ModelName(fileName: name[...]) {
      self.pending.append(pending)
    } else if let rest = name.rest(behind: "claimed-"), let pending = ModelName(fileName: rest.dropFirst(37)) {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      let stamp = (attributes[.modificationDate] as? Date)?.timeIntervalSinceReferenceDate
      claimed.append(Claim(name: pending, stamp: stamp ?? .nan))
      tokens.append(String(rest.prefix(36)))
    } else if let rest = name.rest(behind: "deadletter-"), let dash = rest.firstIndex(of: "-"),
      let pending = ModelName(fileName: rest[dash...].dropFirst())
    {
      deadLetters.append(DeadLetter(reason: String(rest[..<dash]), name: pending))
    } else if name.hasPrefix("quarantine-"), name.hasSuffix(".bin") {
      quarantined += 1
    } else if ["pending-", "claimed-", "deadletter-", "quarantine-"].contains(where: name.hasPrefix) {
      malformed += 1
    } else {
      foreign.insert(name)
    }
  }
}

extension StringProtocol {
  fileprivate func rest(behind prefix: String) -> SubSequence? {
    hasPrefix(prefix) ? dropFirst(prefix.count) : nil
  }
}
