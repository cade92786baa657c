package import AppGroupMailbox

/// A source of hints that gives them when it is told to.
package final class ManualWakeUps: WakeUpSource {
  private struct State {
    var reports: [Int: @Sendable (WakeUpEvent) -> Void] = [:]
    var begun = 0
    var isUnavailable = false
  }

  private let state = StateLock(State())

  /// A source that nobody watches.
  package init() {}

  /// How many watches are open.
  package var openCount: Int { state.withLock { $0.reports.count } }
  /// How many were begun so far.
  package var begunCount: Int { state.withLock { $0.begun } }

  /// Whether no watch can be had.
  package var isUnavailable: Bool {
    get { state.withLock { $0.isUnavailable } }
    set { state.withLock { $0.isUnavailable = newValue } }
  }

  /// Reports to all who watch.
  package func report(_ event: WakeUpEvent = .hint) {
    for report in state.withLock({ $0.reports.values }) { report(event) }
  }

  package func watch(
    _ directory: RawDescriptor, lock: RawDescriptor, notificationName: String?,
    report: @escaping @Sendable (WakeUpEvent) -> Void
  ) -> (any WakeUpWatch)? {
    state.withLock { state -> (any WakeUpWatch)? in
      guard !state.isUnavailable else { return nil }
      state.begun += 1
      state.reports[state.begun] = report
      return Watch(source: self, number: state.begun)
    }
  }

  private struct Watch: WakeUpWatch {
    let source: ManualWakeUps
    let number: Int

    func close() { source.state.withLock { $0.reports[number] = nil } }
  }
}

/// A source of hints that keeps some to itself, at random.
package struct ForgetfulWakeUps: WakeUpSource {
  private let base: any WakeUpSource
  private let generator: StateLock<SplitMix64>
  private let share: Double

  /// - Parameters:
  ///   - base: Where hints come from.
  ///   - share: Which part of them is kept, 0 to 1.
  ///   - seed: Decides which.
  package init(_ base: any WakeUpSource = SystemWakeUpSource(), share: Double, seed: UInt64) {
    self.base = base
    self.share = share
    generator = StateLock(SplitMix64(seed: seed))
  }

  package func watch(
    _ directory: RawDescriptor, lock: RawDescriptor, notificationName: String?,
    report: @escaping @Sendable (WakeUpEvent) -> Void
  ) -> (any WakeUpWatch)? {
    base.watch(directory, lock: lock, notificationName: notificationName) { [generator, share] event in
      if case .hint = event, generator.withLock({ Double.random(in: 0..<1, using: &$0) }) < share { return }
      report(event)
    }
  }
}
