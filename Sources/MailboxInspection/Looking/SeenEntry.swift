import AppGroupMailbox

/// One entry of a mailbox directory, or of its `.tmp`, as it was seen.
struct SeenEntry: Sendable {
  var name: FileName
  /// What the name says.
  var meaning: EntryName
  var seen: Seen
  var body: BodySight = .notRead

  enum Seen: Sendable {
    case status(FileStatus, EntryKind)
    case failure(SystemError)
  }

  /// The name, fit for a terminal.
  var label: String { SafeText.escaped(name.bytes) }

  var status: FileStatus? {
    if case .status(let status, _) = seen { status } else { nil }
  }

  var kind: EntryKind? {
    if case .status(_, let kind) = seen { kind } else { nil }
  }

  var size: Int64 { status?.size ?? 0 }

  /// Whose message it is, if the name is a message's.
  var message: PendingName? {
    switch meaning {
    case .pending(let name): name
    case .claimed(let name): name.returning
    case .deadLetter(let name): name.message
    default: nil
    }
  }

  /// When its message was enqueued, in seconds since 2001: as its name says or, for a name of release 0.1, its body.
  var enqueuedAt: Double? {
    guard let message else { return nil }
    if message.isLegacy, case .valid(let envelope) = body { return envelope.date.seconds }
    return message.orderingSeconds
  }

  /// The modification time in seconds since 2001: of a claim, its stamp.
  var modified: Double? {
    status.map { Double($0.modified.seconds) + Double($0.modified.nanoseconds) / 1e9 - 978_307_200 }
  }
}

/// What reading a message's file came to; of the message itself nothing is kept.
enum BodySight: Sendable, Equatable {
  case notRead
  /// It cannot be opened or read just now.
  case failure(SystemError)
  /// It was no single regular file any more when it was opened, or is larger than any body may be.
  case refused
  case valid(Envelope)
  case newerFormat
  case invalid(BodyFault)
}

/// What stands under the name of the lock file.
struct LockSight: Sendable {
  var entry: SeenEntry?
  var generation: Generation?
  /// Why the generation is not known, if reading failed.
  var failure: SystemError?
  /// Whether a process holds it; `nil` where the system does not tell.
  var isHeld: Bool?
  var holder: Int?
}

/// What stands under `.tmp`.
struct TemporariesSight: Sendable {
  var entry: SeenEntry?
  var entries: [SeenEntry] = []
  var failure: SystemError?
}
