/// One operation of a program, with everything it needs but what earlier operations returned.
///
/// Claims are named by their age, 0 for the last one made, and dead letters by their place in the last list; either is
/// taken modulo how many there are, so that every program can be executed. Where there is none, nothing is done.
package enum ProgramOperation: Hashable, Sendable {
  case enqueue(ProgramSubmission, date: ProgramDate)
  case enqueueBatch([ProgramSubmission])
  case claim(limit: Int?)
  case acknowledge(Int)
  case release(Int)
  case extend(Int)
  case reject(Int)
  case performMaintenance
  case listDeadLetters
  case restore(Int)
  case removeDeadLetter(Int)
  case statistics
  case moveClock(Double)
  case plant(ProgramPlant)
  /// The directory disappears under the open mailboxes, as when a container is reset.
  case removeDirectory(ProgramDirectory)
}

/// A message to be enqueued, under an identifier of a small pool or one that the mailbox makes.
package struct ProgramSubmission: Hashable, Sendable {
  package var message: ProgramMessage
  package var id: Int?

  /// A message under an identifier of the pool, or of the mailbox's own making.
  package init(_ message: ProgramMessage, id: Int? = nil) {
    self.message = message
    self.id = id
  }

  init(drawnFrom tape: ChoiceTape) {
    message = ProgramMessage(drawnFrom: tape)
    id = tape.pick(from: [nil, nil, nil, 0, 1, 2])
  }
}

/// A date that a program gives.
package enum ProgramDate: Hashable, Sendable {
  /// None: the mailbox takes its clock's.
  case absent
  /// So many seconds from the clock's.
  case offset(Double)
  /// Seconds since 2001.
  case absolute(Double)

  init(drawnFrom tape: ChoiceTape, lifetime: Double) {
    switch tape.choose(below: 8) {
    case 4: self = .offset(tape.pick(from: [-1, -0.125, 1, 100]))
    case 5: self = .offset(tape.pick(from: [-lifetime, -lifetime - 0.125, lifetime]))
    case 6: self = .offset(tape.pick(from: [0, -0.1, 1.0 / 3, 0.0001]))
    case 7: self = .absolute(tape.pick(from: [0, -0.0, .leastNonzeroMagnitude, 1e300, -1e300, .infinity, .nan]))
    default: self = .absent
    }
  }

  /// The date at a moment.
  func seconds(at now: Double) -> Double? {
    switch self {
    case .absent: nil
    case .offset(let seconds): now + seconds
    case .absolute(let seconds): seconds
    }
  }
}

/// A directory that can be removed.
package enum ProgramDirectory: Hashable, Sendable {
  /// That of the namespace.
  case mailbox
  /// That of all namespaces.
  case root
}

/// What somebody else puts into the directory.
package enum ProgramPlant: Hashable, Sendable {
  /// A pending file: the identifier of the pool, the ordinal (nil for the clock's), the date's offset, attempts, content.
  case pending(id: Int, ordinal: UInt64?, offset: Double, attempts: Int, body: ModelBody)
  /// A claim of a process that died, of an age in seconds.
  case claim(id: Int, attempts: Int, age: Double)
  /// A name that starts like ours and does not parse.
  case malformedName
  /// A file that is nobody's business.
  case foreign

  init(drawnFrom tape: ChoiceTape, claimTimeout: Double) {
    let id = tape.choose(below: 3)
    switch tape.choose(below: 8) {
    case 0: self = .foreign
    case 1: self = .malformedName
    case 2:
      self = .claim(
        id: id, attempts: tape.pick(from: [1, 0, 2, 5]),
        age: tape.pick(from: [0, claimTimeout, claimTimeout + 0.125, -claimTimeout, -claimTimeout - 0.125]))
    default:
      self = .pending(
        id: id, ordinal: tape.pick(from: [nil, nil, 0, .max, 1 << 62, 1 << 62 - 1, 1]),
        offset: tape.pick(from: [0, -0.125, 1]), attempts: tape.pick(from: [0, 1, 4, 5, 9_999]),
        body: tape.pick(from: [.valid, .valid, .valid, .malformed, .newerFormat, .ofAnotherMessage, .ofAnotherDate]))
    }
  }
}
