#if os(Linux)
  import AppGroupMailbox
  import MailboxSimulation

  /// How often each thing happened.
  struct TortureTally: Sendable {
    private var counts: [String: Int] = [:]

    subscript(_ name: String) -> Int { counts[name, default: 0] }

    subscript(_ disturbance: Disturbance) -> Int { self[disturbance.rawValue] }

    mutating func count(_ name: String, _ number: Int = 1) { counts[name, default: 0] += number }

    mutating func count(_ disturbance: Disturbance) {
      // Deaths have a count of their own: one that was to be killed may have come to its end.
      if disturbance != .kill { count(disturbance.rawValue) }
    }

    /// What a history tells.
    mutating func add(_ history: MailboxHistory) {
      count("operations", history.operations.count)
      count("unknown outcomes", history.operations.count { $0.outcome == nil })
      count("faulted operations", history.operations.count { $0.isFaulted == true })
      for operation in history.operations {
        switch operation.outcome {
        case .identifiers(let ids)?: count("messages stored", ids.count)
        case .failed(let error)?: count("failed with \(error.rawValue)")
        default: break
        }
      }
      var claims = history.operations.flatMap { $0.outcome?.claims ?? [] }
      if case .drained(_, _, let drained)? = history.ending {
        count("drained", drained.count)
        claims += drained
      }
      count("delivered", claims.count)
      count("redelivered", claims.count - Set(claims.map(\.id)).count)
      count("recovered", claims.count { $0.attempts > 0 })
    }

    mutating func add(_ other: TortureTally) { counts.merge(other.counts, uniquingKeysWith: +) }

    /// One line.
    var text: String { counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ") }
  }
#endif
