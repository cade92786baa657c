/// What the library sets itself, and what came of it: ratios of medians of one run.
struct Goal: Equatable {
  var name: String
  var measured: Double
  /// At most this; `nil` where it is only reported.
  var bound: Double?

  var isMet: Bool? { bound.map { measured <= $0 } }

  /// The goals of which everything was measured.
  static func all(in measurements: [Measurement]) -> [Goal] {
    let table = Dictionary(measurements.map { ($0.cell, $0) }) { first, _ in first }
    func median(_ kind: ContenderKind, _ cell: Cell) -> Double? { table[cell]?.samples[kind]?.median }
    var goals: [Goal] = []
    func add(_ name: String, _ measured: Double?, atMost bound: Double? = nil) {
      if let measured { goals.append(Goal(name: name, measured: measured, bound: bound)) }
    }
    func beside(_ kind: ContenderKind, _ cell: Cell, _ name: String, atMost bound: Double? = nil) {
      add(name, table[cell]?.ratio(to: kind), atMost: bound)
    }
    func against(_ one: Cell, _ other: Cell, _ name: String, atMost bound: Double? = nil) {
      if let one = median(.mailbox, one), let other = median(.mailbox, other) { add(name, one / other, atMost: bound) }
    }
    let enqueue = { (depth: Int) in Cell(scenario: .enqueue, depth: depth) }
    let safe = Cell(scenario: .enqueue, depth: 100, durability: .powerLoss)
    beside(.floor, enqueue(100), "enqueue, processCrash, depth 100, beside the floor", atMost: 1.5)
    against(enqueue(10_000), enqueue(10), "enqueue, depth 10000 against depth 10", atMost: 1.3)
    against(enqueue(100_000), enqueue(10), "enqueue, depth 100000 against depth 10")
    for depth in [100, 10_000] {
      beside(
        .floor, Cell(scenario: .claimAcknowledge, depth: depth),
        "claim and acknowledge one, depth \(depth), beside the floor",
        atMost: 2)
    }
    beside(.floor, safe, "enqueue, powerLoss, beside the floor", atMost: 1.2)
    beside(.sqlite, safe, "enqueue, powerLoss, beside SQLite FULL (hoped: at most 2)")
    against(
      Cell(scenario: .batch, depth: 100, durability: .powerLoss), safe,
      "a message of a batch of 100 against one alone, powerLoss", atMost: 0.5)
    for depth in [100, 10_000] {
      // Own cost and one listing: what the floor does for this line, with the library's own cost in place of the floor's.
      let cell = Cell(scenario: .afterChange, depth: depth)
      if let own = median(.mailbox, enqueue(depth)), let seen = median(.mailbox, cell), let raw = median(.floor, cell),
        let floor = median(.floor, enqueue(depth))
      {
        add(
          "enqueue after another's change, depth \(depth), against its own cost and a listing",
          seen / (own + raw - floor))
      }
    }
    beside(
      .floor, Cell(scenario: .coldStart, depth: 100), "a process that stores one, against one that loads Foundation",
      atMost: 2)
    for depth in [1_000, 100_000] {
      beside(.floor, Cell(scenario: .fillDrain, depth: depth), "fill and drain \(depth), beside the floor")
    }
    return goals
  }
}
