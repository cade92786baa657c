import MailboxSimulation

/// A mailbox whose lock file is changed, exchanged and taken away between its operations.
struct LockfileTarget: FuzzTarget {
  let name = "lockfile"
  let summary =
    "whatever the lock file holds or is, a mailbox works and raises its generation, or refuses it and changes nothing"

  func failure(on tape: ChoiceTape) throws -> String? { try examine(tape).failure }

  func examine(_ tape: ChoiceTape) throws -> FuzzOutcome {
    let trial = try run(tape)
    return FuzzOutcome(failure: trial.failure, features: trial.reached)
  }

  func listing(of tape: ChoiceTape) -> String {
    do {
      return try run(tape).story.joined(separator: "\n")
    } catch {
      return "no mailbox to begin with: \(error)"
    }
  }

  private func run(_ tape: ChoiceTape) throws -> LockfileTrial {
    var trial = try LockfileTrial()
    for _ in 0..<1 + tape.choose(below: 8) where trial.failure == nil {
      tape.beginPart()
      if tape.chance(2, in: 3) { try trial.exchange(for: LockfileState(drawnFrom: tape)) }
      trial.perform(tape.pick(from: LockfileTrial.Operation.allCases), asNewcomer: tape.chance(1, in: 2))
    }
    return trial
  }
}

/// What stands in the lock file's place.
enum LockfileState: Hashable, Sendable {
  /// A file of this user.
  case file([UInt8], mode: UInt32)
  /// As `file`, in the same inode as before, if there was one and it was not longer.
  case rewritten([UInt8])
  case absent
  case link, directory, fifo, socket, device, withSecondName, ofAnotherUser

  init(drawnFrom tape: ChoiceTape) {
    switch tape.choose(below: 12) {
    case 0..<4: self = .file(Self.bytes(drawnFrom: tape), mode: Self.mode(drawnFrom: tape))
    case 4: self = .rewritten(Self.bytes(drawnFrom: tape))
    case 5: self = .absent
    case 6: self = .link
    case 7: self = .directory
    case 8: self = .fifo
    case 9: self = tape.chance(1, in: 2) ? .device : .socket
    case 10: self = .withSecondName
    default: self = .ofAnotherUser
    }
  }

  /// Around the eight bytes of a generation, and around where it overflows.
  private static func bytes(drawnFrom tape: ChoiceTape) -> [UInt8] {
    let count = tape.pick(from: [8, 0, 1, 7, 9, 16, 4_096])
    return tape.chance(1, in: 4) ? Array(repeating: 0xFF, count: count) : tape.bytes(count: min(count, 16))
  }

  private static func mode(drawnFrom tape: ChoiceTape) -> UInt32 {
    tape.pick(from: [0o600, 0o600, 0o644, 0o666, 0o400, 0o200, 0o000, 0o777, 0o4600])
  }

  /// What SEC-2 and LAY-18 make of it, for whoever opens it anew.
  var verdict: LockfileVerdict {
    switch self {
    case .file(_, let mode):
      switch mode & 0o600 {
      case 0: .unusable
      case 0o400: .readable
      case 0o200: .writable
      default: .sound
      }
    case .rewritten, .absent: .sound
    case .link, .directory, .fifo, .socket, .device, .withSecondName, .ofAnotherUser: .unsafe
    }
  }
}

/// What a mailbox makes of a lock file.
enum LockfileVerdict {
  case sound
  /// It can be locked, and not be written.
  case readable
  /// It can be written, and not be read: it may be refused.
  case writable
  /// It can neither be read nor written, so not be locked.
  case unusable
  case unsafe
}
