import MailboxSimulation

extension MailboxHistory {
  /// A kind of call.
  enum Kind: String {
    case enqueue, batch, claim, acknowledge, release, extend, reject, restore, removeDeadLetter, maintain, deadLetters
    case statistics
  }

  /// How many operations of a kind did what they were asked to.
  func successes(of kind: Kind) -> Int {
    operations.count { operation in
      Kind(operation.call) == kind && operation.outcome.map { $0.error == nil } == true
    }
  }
}

extension MailboxHistory.Kind {
  init(_ call: HistoryCall) {
    self =
      switch call {
      case .enqueue: .enqueue
      case .batch: .batch
      case .claim: .claim
      case .acknowledge: .acknowledge
      case .release: .release
      case .extend: .extend
      case .reject: .reject
      case .restore: .restore
      case .removeDeadLetter: .removeDeadLetter
      case .maintain: .maintain
      case .deadLetters: .deadLetters
      case .statistics: .statistics
      }
  }
}

extension MailboxHistory {
  /// How many messages claims gave.
  var deliveries: Int { operations.reduce(0) { $0 + ($1.outcome?.claims.count ?? 0) } }
}
