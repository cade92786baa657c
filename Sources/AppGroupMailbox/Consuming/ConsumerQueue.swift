/// Whose turn it is among the consumers of one instance: a value.
///
/// One at a time tries to claim; the first to have asked goes first. Who finds nothing rests until there is a hint or its time has come, and
/// keeps its place. A hint that comes during a try counts for the next one, so none is lost.
package struct ConsumerQueue: Sendable {
  /// A consumer's place.
  package typealias Ticket = Int

  private struct Place {
    let ticket: Ticket
    /// Whether it has not tried since the last hint.
    var isReady: Bool
    /// While it rests: when it tries without any hint, on the monotonic clock.
    var due: UInt64 = .max
  }

  /// In the order in which they asked.
  private var places: [Place] = []
  private var nextTicket: Ticket = 0
  /// Who may try now.
  package private(set) var turn: Ticket?

  package init() {}

  /// Somebody asks for a message.
  package mutating func enter() -> Ticket {
    nextTicket += 1
    places.append(Place(ticket: nextTicket, isReady: true))
    return nextTicket
  }

  /// Somebody has a message, or wants none any more.
  package mutating func leave(_ ticket: Ticket) {
    places.removeAll { $0.ticket == ticket }
    if turn == ticket { turn = nil }
  }

  /// Somebody tried without success, and rests until a hint or until `due`.
  package mutating func rest(_ ticket: Ticket, until due: UInt64) {
    if turn == ticket { turn = nil }
    guard let index = places.firstIndex(where: { $0.ticket == ticket }) else { return }
    places[index].due = due
  }

  /// Something may have become pending.
  package mutating func hint() {
    for index in places.indices { places[index].isReady = true }
  }

  /// Makes those ready whose time has come.
  ///
  /// - Returns: When the next one's comes.
  package mutating func wake(at now: UInt64) -> UInt64? {
    var next: UInt64?
    for index in places.indices where !places[index].isReady && places[index].ticket != turn {
      if places[index].due <= now {
        places[index].isReady = true
      } else {
        next = min(next ?? .max, places[index].due)
      }
    }
    return next
  }

  /// Gives the turn to the first who is ready, if nobody has it.
  ///
  /// - Returns: Who has got it now.
  package mutating func grant() -> Ticket? {
    guard turn == nil, let index = places.firstIndex(where: \.isReady) else { return nil }
    places[index].isReady = false
    turn = places[index].ticket
    return turn
  }

  /// How many rest, if nobody does anything else.
  package var restingCount: Int { turn == nil && !places.contains(where: \.isReady) ? places.count : 0 }
}
