/// Sees how long a worker has been at one run.
struct RunWatch {
  private var begun: UInt64
  private var since = SuspendingClock.now

  init(_ journal: TapeJournal) { begun = journal.begun }

  /// To be asked often: a run that was not there the last time has just begun.
  mutating func isHanging(_ journal: TapeJournal, longerThan seconds: Double) -> Bool {
    if journal.begun != begun || !journal.isRunning {
      begun = journal.begun
      since = .now
    }
    return .now - since > .seconds(seconds)
  }
}
