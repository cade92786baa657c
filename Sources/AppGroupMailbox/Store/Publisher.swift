#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// How an attempt to publish ended.
enum Publication {
  /// Everything is stored. The files of these identifiers were there before, and are as durable as whoever wrote them asked.
  case done(repeated: [UUID])
  /// Nothing is stored, and what was written is of no use any more.
  case rewrite(SystemError?)
}

/// The part of an enqueue that happens under the lock: decide, publish, evict (section 4.1 of SPEC.md, steps 3 to 6).
struct Publisher {
  let messages: [OutgoingMessage]
  let temporaries: [Temporary]
  let letter: DeadLetterName?
  let policy: MailboxOverflowPolicy

  /// How often a listing is taken again because a file was renamed while it was taken.
  static let mostListings = 4

  /// - Parameter writer: With an index.
  func publish(_ writer: inout MailboxWriter) throws(AppGroupMailboxError) -> Publication {
    if let letter {
      guard try index(&writer).deadLetters.contains(letter) else { throw .deadLetterNoLongerExists }
    }
    let plan = try plan(&writer)
    guard !plan.new.isEmpty else {
      noteRepetitions(plan, writer)
      return .done(repeated: Array(plan.repeated.keys))
    }
    let (ordinal, victims) = try admit(plan.new.count, &writer)
    if let failure = try publish(plan.new, from: ordinal, &writer) { return .rewrite(failure) }
    noteRepetitions(plan, writer)
    writer.journal.noteBecamePending()
    evict(victims, &writer)
    if let letter { removeAfterwards(letter.fileName, &writer) }
    return .done(repeated: Array(plan.repeated.keys))
  }

  /// What is there; looked at, if it is not known.
  private func index(_ writer: inout MailboxWriter) throws(AppGroupMailboxError) -> MailboxIndex {
    if writer.index == nil { try reporting { () throws(SystemError) in try writer.relist() } }
    return writer.index!
  }

  // MARK: Admission

  /// - Returns: The first ordinal, and who has to go afterwards.
  private func admit(
    _ count: Int, _ writer: inout MailboxWriter
  ) throws(AppGroupMailboxError) -> (ordinal: UInt64, victims: [PendingName]) {
    let repeated = Set(messages.map(\.id))
    let index = try index(&writer)
    let situation = Admission.Situation(
      newMessages: count, pending: index.waitingCount, claimed: index.claims.count,
      evictable: index.evictableCount(besides: repeated), highestOrdinal: index.highestOrdinal,
      milliseconds: writer.environment.clock.milliseconds)
    switch Admission.decide(situation, maxMessages: writer.limits.maxMessages, policy: policy) {
    case .admitted(let ordinal, let evicting): return (ordinal, index.evictable(evicting, besides: repeated))
    case .full: throw .mailboxFull
    }
  }

  // MARK: Repeated identifiers

  private func noteRepetitions(_ plan: EnqueuePlan, _ writer: MailboxWriter) {
    for _ in 0..<plan.repetitions { writer.journal.note(.repeatedMessageIgnored) }
  }

  /// Which messages are new.
  ///
  /// A file counts as a repetition if it really is there and really is a message file (clause ENQ-11).
  private func plan(_ writer: inout MailboxWriter) throws(AppGroupMailboxError) -> EnqueuePlan {
    for _ in 0..<Self.mostListings {
      let plan = EnqueuePlan(messages, against: try index(&writer))
      if letter != nil, plan.repetitions > 0 { throw .duplicateMessage }
      if try reporting({ () throws(SystemError) in try areThere(plan.repeated.values, &writer) }) { return plan }
      // Something was claimed, released or quarantined while it was looked at.
      try reporting { () throws(SystemError) in try writer.relist() }
    }
    throw .busy
  }

  private func areThere(
    _ names: some Sequence<FileName>, _ writer: inout MailboxWriter
  ) throws(SystemError) -> Bool {
    do {
      for name in names where try !confirm(name, &writer) { return false }
      return true
    } catch let error where error.isGone {
      return false
    }
  }

  /// Whether a repetition's file is a regular file with one name.
  ///
  /// What is not is no message, and goes to quarantine.
  private func confirm(_ name: FileName, _ writer: inout MailboxWriter) throws(SystemError) -> Bool {
    let status = try writer.fileSystem.status(of: name, in: writer.mailbox)
    guard case .quarantine(let reason) = FileEvidence.judge(status, limit: Envelope.maximumBytes), reason != .oversize
    else { return true }
    try writer.quarantine(name, reason)
    return false
  }

  // MARK: Publishing

  /// Publishes the new messages in order; on a failure none of them stays (clauses ENQ-12, ENQ-14).
  ///
  /// - Returns: The failure after which writing again may help; `nil` if everything is published.
  private func publish(
    _ new: [Int], from firstOrdinal: UInt64, _ writer: inout MailboxWriter
  ) throws(AppGroupMailboxError) -> SystemError? {
    writer.raiseGeneration()
    var published: [FileName] = []
    for (offset, index) in new.enumerated() {
      let message = messages[index]
      let pending = PendingName(
        ordinal: firstOrdinal + UInt64(offset), id: message.id,
        details: PendingName.Details(date: message.date, attempts: 0))
      let name = pending.fileName
      do {
        try temporaries[index].publish(as: name, in: writer.mailbox)
        writer.index?.add(pending)
        published.append(name)
      } catch {
        writer.index = nil
        rollBack(published, &writer)
        if error.isGone { return error }
        throw AppGroupMailboxError(error)
      }
    }
    return nil
  }

  private func rollBack(_ published: [FileName], _ writer: inout MailboxWriter) {
    for name in published.reversed() { removeAfterwards(name, &writer) }
  }

  // MARK: After the commit point

  /// Removes the oldest of those that were there before (clauses OVF-1 to OVF-6).
  ///
  /// One that is gone made room as well.
  private func evict(_ names: [PendingName], _ writer: inout MailboxWriter) {
    // One that cannot be removed is not made up for by a younger one: the next enqueue tries again (clause OVF-6).
    for name in names where removeAfterwards(name.fileName, &writer) {
      writer.journal.note(.oldestMessageDiscarded)
    }
  }

  /// - Returns: Whether it was there, and is no more.
  @discardableResult
  private func removeAfterwards(_ name: FileName, _ writer: inout MailboxWriter) -> Bool {
    do {
      try writer.remove(name)
      return true
    } catch {
      if !error.isGone { writer.journal.noteCleanupFailed(error) }
      return false
    }
  }
}
