internal import AppGroupMailbox

/// What happens to virtual processes besides their own doing.
package enum VirtualEvent: Hashable, Sendable {
  /// Another process goes on.
  case preempted
  /// The process whose turn it is dies before its call, as of SIGKILL.
  case killed
  /// It is stopped before its call, with all that it holds.
  case stopped
  /// One that was stopped may go on.
  case resumed
  /// All processes die, and what was not synchronised may be lost.
  case powerLost
  /// The wall clock steps.
  case clockMoved
  /// Somebody else changes the directory.
  case disturbed
  /// The call fails.
  case failed(code: Int32)
}

/// How often something happens, and what.
package struct VirtualEvents: Sendable {
  /// Events with their weights; the first is the simplest.
  package var weights: [(event: VirtualEvent, weight: Int)]
  /// The most calls between two events.
  package var longestGap: Int

  package init(_ weights: [(event: VirtualEvent, weight: Int)], longestGap: Int) {
    precondition(!weights.isEmpty && longestGap > 0, "something must happen some time")
    self.weights = weights
    self.longestGap = longestGap
  }

  /// Calls until the next event; `nil` for no event any more, which is the simplest.
  func gap(_ tape: ChoiceTape) -> Int? {
    let gap = tape.choose(below: longestGap + 1)
    return gap == 0 ? nil : gap
  }

  func event(_ tape: ChoiceTape) -> VirtualEvent {
    var place = tape.choose(below: weights.reduce(0) { $0 + $1.weight })
    for (event, weight) in weights {
      if place < weight { return event }
      place -= weight
    }
    return weights[0].event
  }
}

/// What the machine does not know about: the disk, the clock, the directory.
package struct VirtualWorld: Sendable {
  /// A process died: its descriptors close, its locks are free.
  package var bury: @Sendable (_ process: Int) -> Void
  /// The power went out.
  package var losePower: @Sendable (ChoiceTape) -> Void
  /// The clock steps.
  package var moveClock: @Sendable (ChoiceTape) -> Void
  /// Somebody else does something.
  package var disturb: @Sendable (ChoiceTape) -> Void

  package init(
    bury: @escaping @Sendable (_ process: Int) -> Void, losePower: @escaping @Sendable (ChoiceTape) -> Void,
    moveClock: @escaping @Sendable (ChoiceTape) -> Void, disturb: @escaping @Sendable (ChoiceTape) -> Void
  ) {
    (self.bury, self.losePower, self.moveClock, self.disturb) = (bury, losePower, moveClock, disturb)
  }
}
