/// Which adapter does what an actor of a case does.
///
/// With one adapter, it does everything. With several, actors are dealt to them by name; and where a case has one actor only,
/// they take turns, so that each goes on with what another left.
final class Participants {
  private let pool: AdapterPool
  private let isUnprivileged: Bool
  /// The adapter of each actor; `nil` if they take turns.
  private let dealt: [String: Int]?
  private var turn = 0

  init(_ pool: AdapterPool, _ conformanceCase: ConformanceCase, isUnprivileged: Bool) {
    self.pool = pool
    self.isUnprivileged = isUnprivileged
    let actors = conformanceCase.actors.keys.sorted()
    dealt =
      actors.count == 1 && !conformanceCase.needsOneInstance
      ? nil : Dictionary(uniqueKeysWithValues: actors.enumerated().map { ($1, $0 % pool.count) })
  }

  /// The adapter that carries out the next operation of an actor that needs nothing of an earlier one.
  func next(for actor: String) -> Int {
    if let dealt { return dealt[actor] ?? 0 }
    defer { turn += 1 }
    return turn % pool.count
  }

  /// Whether every adapter offers something.
  func offer(_ feature: String) throws(AdapterFault) -> Bool {
    for adapter in 0..<pool.count {
      guard try introduction(adapter).features.contains(feature) else { return false }
    }
    return true
  }

  private func introduction(_ adapter: Int) throws(AdapterFault) -> AdapterIntroduction {
    try pool.adapter(adapter, isUnprivileged: isUnprivileged).introduction
  }

  func call(_ adapter: Int, _ operation: String, _ arguments: JSON) throws(AdapterFault) -> AdapterReply {
    try pool.adapter(adapter, isUnprivileged: isUnprivileged).call(operation, arguments)
  }

  /// Has all of them do the same.
  ///
  /// - Returns: Whether all did.
  func callAll(_ operation: String, _ arguments: JSON) throws(AdapterFault) -> Bool {
    for adapter in 0..<pool.count {
      guard case .ok = try call(adapter, operation, arguments) else { return false }
    }
    return true
  }

  /// Ends all of them; the next operation finds fresh ones.
  func kill() { pool.kill(isUnprivileged: isUnprivileged) }
}
