extension MailboxStore {
  /// Settles the mailbox and then runs `body` under the lock (section 5.1 of SPEC.md), with an index.
  ///
  /// What is more than one step is done in several holds of the lock, so that nobody waits long for it (clause LCK-4).
  ///
  /// - Parameter fresh: Whether `body` decides about bounds and repetitions, and so needs to know what is there in this very hold.
  func withSettledMailbox<Result>(
    _ journal: OperationJournal, fresh: Bool,
    _ body: (inout MailboxWriter) throws(AppGroupMailboxError) -> Result
  ) throws(AppGroupMailboxError) -> Result {
    let newerFormat = state.withLock { $0.newerFormat }
    var settlement: Settlement?
    var ahead = ListingsAhead()
    while true {
      let result = try withLock(journal) { (writer) throws(AppGroupMailboxError) -> Result? in
        if settlement == nil, writer.settleFromIndex() { return try body(&writer) }
        writer.index = nil
        let isFirst = settlement == nil
        let begun = isFirst ? try begin(&writer, &ahead) : settlement
        guard var current = begun else { return nil }
        guard current.advance(&writer, skipping: newerFormat) else {
          settlement = current
          return nil
        }
        if fresh, !isFirst {
          current = try settle(from: &writer)
          // What came meanwhile and is more than one step waits for the next operation.
          _ = current.advance(&writer, skipping: newerFormat) || current.postpone()
        }
        if fresh, current.snapshot.isOutdated {
          try reporting { () throws(SystemError) in try writer.relist() }
        } else {
          writer.know(current.snapshot, isCurrent: isFirst || fresh)
        }
        return try body(&writer)
      }
      if let result { return result }
      if settlement == nil { ahead.list(in: environment) }
    }
  }

  /// - Returns: What is to be settled; `nil` if it is to be listed without the lock.
  private func begin(
    _ writer: inout MailboxWriter, _ ahead: inout ListingsAhead
  ) throws(AppGroupMailboxError) -> Settlement? {
    if let listing = ahead.last.flatMap({ writer.take($0) }) { return Settlement(listing) }
    if writer.shouldListAhead, ahead.plan(of: writer.directories) { return nil }
    return try settle(from: &writer)
  }

  private func settle(from writer: inout MailboxWriter) throws(AppGroupMailboxError) -> Settlement {
    Settlement(try reporting { () throws(SystemError) in try writer.list() })
  }

  /// Everything that settling does, and the sweep of temporaries.
  ///
  /// - Throws: The first failure, after everything else was done (clause CLM-11).
  package func performMaintenance() throws(AppGroupMailboxError) {
    let journal = OperationJournal()
    defer { finish(journal) }
    let mailbox = try withSettledMailbox(journal, fresh: false) { (writer) in writer.directories }
    sweepTemporaries(mailbox, journal)
    if let failure = journal.firstFailure { throw AppGroupMailboxError(failure) }
  }

  /// Sweeps at most once an hour, beside other work, which does not fail for it.
  func sweepTemporariesIfDue(_ directories: MailboxDirectories, _ journal: OperationJournal) {
    let now = environment.clock.monotonicNanoseconds
    guard state.withLock({ $0.nextSweep <= now }) else { return }
    let sweep = OperationJournal()
    sweepTemporaries(directories, sweep)
    for diagnostic in sweep.diagnostics { journal.note(diagnostic) }
  }

  private func sweepTemporaries(_ directories: MailboxDirectories, _ journal: OperationJournal) {
    let now = environment.clock.monotonicNanoseconds
    state.withLock { $0.nextSweep = now + UInt64(TemporarySweep.age * 1e9) }
    TemporarySweep(fileSystem: fileSystem, now: environment.clock.stamp.secondsSince1970)
      .sweepTemporaries(of: directories.mailbox.raw, journal)
  }
}
