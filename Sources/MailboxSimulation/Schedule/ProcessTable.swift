/// Which virtual processes can run: the decisions, without threads.
struct ProcessTable {
  enum Condition: Hashable {
    case runnable
    case sleeping(until: UInt64)
    /// With the time until which it sleeps, if it does.
    case stopped(until: UInt64?)
    case ended
  }

  private(set) var conditions: [Condition]
  /// The processes that are dead and still to unwind.
  private(set) var dead: Set<Int> = []

  init(count: Int) {
    conditions = Array(repeating: .runnable, count: count)
  }

  mutating func end(_ process: Int) { conditions[process] = .ended }

  mutating func sleep(_ process: Int, until time: UInt64) { conditions[process] = .sleeping(until: time) }

  /// One whose turn it is sleeps no longer.
  mutating func wake(_ process: Int) {
    if case .sleeping = conditions[process] { conditions[process] = .runnable }
  }

  mutating func stop(_ process: Int) {
    switch conditions[process] {
    case .runnable: conditions[process] = .stopped(until: nil)
    case .sleeping(let time): conditions[process] = .stopped(until: time)
    case .stopped, .ended: break
    }
  }

  mutating func resume(_ process: Int) {
    guard case .stopped(let time) = conditions[process] else { return }
    conditions[process] = time.map { .sleeping(until: $0) } ?? .runnable
  }

  /// Kills a process; even one that sleeps or is stopped unwinds at once.
  mutating func kill(_ process: Int) {
    guard conditions[process] != .ended else { return }
    conditions[process] = .runnable
    dead.insert(process)
  }

  mutating func revive(_ process: Int) { dead.remove(process) }

  var stopped: [Int] {
    conditions.indices.filter { if case .stopped = conditions[$0] { true } else { false } }
  }

  var alive: [Int] { conditions.indices.filter { conditions[$0] != .ended } }

  /// The processes that can go on, beginning behind one of them; that one is the last.
  func runnable(after process: Int, at time: UInt64) -> [Int] {
    let count = conditions.count
    return (1...count).map { (process + $0) % count }.filter { index in
      switch conditions[index] {
      case .runnable: true
      case .sleeping(let until): until <= time
      case .stopped, .ended: false
      }
    }
  }

  /// When the first of those that sleep wakes up.
  var firstWaking: UInt64? {
    conditions.compactMap { if case .sleeping(let until) = $0 { until } else { nil } }.min()
  }
}
