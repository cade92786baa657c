import MailboxSimulation

extension HistoryExample {
  /// The promises that the fast judge finds broken.
  var brokenPromises: Set<HistoryPromise> {
    Set(MessageFates.violations(in: history).map(\.promise))
  }

  /// What the checker of whole histories says.
  enum Verdict: Equatable {
    case accepted, undecided
    case rejected(HistoryPromise)
  }

  var verdict: Verdict {
    switch HistoryChecker().check(history) {
    case .accepted: .accepted
    case .rejected(let rejection): .rejected(rejection.promise)
    case .undecided: .undecided
    }
  }

  /// Whether the checker of whole histories finds no order, whatever looks broken.
  var isRejected: Bool {
    if case .rejected = verdict { true } else { false }
  }

  /// Whether both judges find nothing.
  var isAccepted: Bool { brokenPromises.isEmpty && verdict == .accepted }
}
