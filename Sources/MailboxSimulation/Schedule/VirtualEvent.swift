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
  /// How many there are at most.
  package var mostEvents: Int

  package init(_ weights: [(event: VirtualEvent, weight: Int)], longestGap: Int, mostEvents: Int = 300) {
    precondition(!weights.isEmpty && longestGap > 0, "something must happen some time")
    self.weights = weights
    self.longestGap = longestGap
    self.mostEvents = mostEvents
  }

  /// Draws what is to happen: each event is a part of the tape, which can be left out without changing another.
  package func plan(_ tape: ChoiceTape) -> VirtualPlan {
    var plan = VirtualPlan()
    plan.turns = tape.choose(below: 1 << 16)
    while true {
      tape.beginPart()
      guard tape.choose(below: Self.rarityOfEnd) > 0 else { break }
      let gap = 1 + tape.choose(below: longestGap)
      let event = event(tape)
      let argument = tape.choose(below: UInt64(1 << 16))
      if plan.events.count < mostEvents {
        plan.events.append(VirtualPlan.Event(gap: gap, event: event, argument: argument))
      }
    }
    return plan
  }

  private static let rarityOfEnd = 200

  private func event(_ tape: ChoiceTape) -> VirtualEvent {
    var place = tape.choose(below: weights.reduce(0) { $0 + $1.weight })
    for (event, weight) in weights {
      if place < weight { return event }
      place -= weight
    }
    return weights[0].event
  }
}

/// What befalls the processes of one run, and who takes turns.
package struct VirtualPlan: Sendable {
  package struct Event: Sendable {
    /// How many calls after the one before it.
    package var gap: Int
    package var event: VirtualEvent
    /// Says more about it; 0 is the simplest.
    package var argument: UInt64

    package init(gap: Int, event: VirtualEvent, argument: UInt64 = 0) {
      self.gap = gap
      self.event = event
      self.argument = argument
    }
  }

  package var events: [Event]
  /// Who goes on where a process waits or ends; 0 is whoever comes next.
  package var turns: Int

  package init(events: [Event] = [], turns: Int = 0) {
    self.events = events
    self.turns = turns
  }
}

/// What the machine does not know about: the disk, the clock, the directory.
package struct VirtualWorld: Sendable {
  /// A process died: its descriptors close, its locks are free.
  package var bury: @Sendable (_ process: Int) -> Void
  /// Something else happened; the argument says more.
  package var happen: @Sendable (_ event: VirtualEvent, _ argument: UInt64) -> Void

  package init(
    bury: @escaping @Sendable (_ process: Int) -> Void,
    happen: @escaping @Sendable (_ event: VirtualEvent, _ argument: UInt64) -> Void
  ) {
    self.bury = bury
    self.happen = happen
  }
}
