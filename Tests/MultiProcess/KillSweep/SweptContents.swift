import ConformanceKit
import Foundation

/// What is in a mailbox's directory, read with the grammar of SPEC.md and not with the library's.
struct SweptContents: Equatable, Sendable {
  enum Place: String, Sendable {
    case pending, claimed, deadLetter
  }

  /// One file of a message; the token of a claim says nothing.
  struct File: Equatable, Sendable {
    var place: Place
    var id: String
    var ordinal: String
    /// `nil` of a name of release 0.1.
    var attempts: Int?
    /// That of a claim, in seconds since 2001.
    var stamp: Double?
    /// The body's members in alphabetical order, as encoders choose any; or else what is there.
    var content: String
  }

  var files: [File] = []
  var quarantined = 0
  var temporaries = 0
  /// Names that have no place in a mailbox.
  var strays: [String] = []

  init(of directory: String) {
    for entry in DirectoryState(of: directory).entries {
      guard !entry.name.starts(with: ".tmp/".utf8) else {
        temporaries += 1
        continue
      }
      switch MailboxName(entry.name) {
      case .pending(let name): add(name, .pending, entry)
      case .claimed(_, let name): add(name, .claimed, entry)
      case .deadLetter(_, let name): add(name, .deadLetter, entry)
      case .quarantine: quarantined += 1
      case .oldTemporary: temporaries += 1
      case .lock, .temporaries: break
      case .malformed, .foreign: strays.append(String(decoding: entry.name, as: UTF8.self))
      }
    }
    files.sort { ($0.id, $0.ordinal) < ($1.id, $1.ordinal) }
  }

  private mutating func add(_ name: MailboxName.MessageName, _ place: Place, _ entry: FoundEntry) {
    let path = String(decoding: entry.path, as: UTF8.self)
    // One that vanishes meanwhile has none.
    let stamp = try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    files.append(
      File(
        place: place, id: name.id, ordinal: name.ordinal, attempts: name.attempts.flatMap { Int($0) },
        stamp: place == .claimed ? stamp?.timeIntervalSinceReferenceDate.rounded() : nil, content: Self.body(of: entry))
    )
  }

  private static func body(of entry: FoundEntry) -> String {
    let bytes = entry.content ?? []
    // What is no JSON is compared as it is.
    return (try? JSONParser.parse(bytes)).map(\.description) ?? "no JSON: " + String(decoding: bytes, as: UTF8.self)
  }

  var live: [File] { files.filter { $0.place != .deadLetter } }

  func identifiers(_ place: Place? = nil) -> Set<String> {
    Set(files.filter { place == nil || $0.place == place }.map(\.id))
  }
}
