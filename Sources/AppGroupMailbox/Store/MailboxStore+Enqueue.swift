#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension MailboxStore {
  /// How often a message is written again because its temporary, or the directory, was removed meanwhile (clause ENQ-18).
  private static let mostRewrites = 3

  /// Stores messages, all or none (sections 4.1 and 4.5 of SPEC.md).
  ///
  /// - Parameter letter: The dead letter that the one message restores, removed once it is stored.
  /// - Throws: See ``AppGroupMailboxError``; ``AppGroupMailboxError/notDurable(id:)`` is the only one after which they are stored.
  /// - Complexity: O(log *n*) in the number of messages; no message body is read. Where another instance has changed the mailbox
  /// since the last operation, one listing, O(*n* log *n*).
  package func store(
    _ messages: [OutgoingMessage], restoring letter: DeadLetterName? = nil
  ) throws(AppGroupMailboxError) {
    let journal = OperationJournal()
    defer { finish(journal) }
    let maximum = limits.effectivePayloadBytes
    for message in messages where message.body.count > maximum {
      throw .payloadTooLarge(actualBytes: message.body.count, maximumBytes: maximum)
    }
    guard messages.count <= limits.maxMessages else {
      throw .batchTooLarge(actualCount: messages.count, maximumCount: limits.maxMessages)
    }
    guard !messages.isEmpty else { return }
    for _ in 0..<Self.mostRewrites {
      let directories = try withInstance { $0 }
      switch try writeAndPublish(messages, letter, in: directories, journal) {
      case .rewrite(let failure):
        if let failure, failure.call == .link { state.withLock { $0.hasUnnamedFiles = false } }
      case .done(let repeated):
        return try makeDurable(messages[0].id, repeated, in: directories, journal)
      }
    }
    throw .busy
  }

  private func writeAndPublish(
    _ messages: [OutgoingMessage], _ letter: DeadLetterName?, in directories: MailboxDirectories,
    _ journal: OperationJournal
  ) throws(AppGroupMailboxError) -> Publication {
    let temporaries: [Temporary]
    do {
      temporaries = try writeTemporaries(messages, in: directories, journal)
    } catch {
      // In a directory that was removed nothing can be created: it is made again (clause LCK-7).
      if try directories.areCurrent(in: fileSystem) { throw error }
      state.withLock { $0.closeDirectories(directories) }
      return .rewrite(nil)
    }
    return try withSettledMailbox(journal, fresh: true) { (writer) throws(AppGroupMailboxError) in
      // The directory was replaced: what was written belongs to the old one.
      guard writer.directories === directories else { return .rewrite(nil) }
      let publisher = Publisher(messages: messages, temporaries: temporaries, letter: letter, policy: policy)
      return try publisher.publish(&writer)
    }
  }

  // MARK: Before the lock

  /// More files than this are not kept open together.
  private static let mostOpen = 16

  /// Writes messages where nobody sees them, some at a time: a file is synchronised after others were written, and so waits with them.
  private func writeTemporaries(
    _ messages: [OutgoingMessage], in directories: MailboxDirectories, _ journal: OperationJournal
  ) throws(AppGroupMailboxError) -> [Temporary] {
    var temporaries: [Temporary] = []
    var folder: OpenDescriptor?
    let mayBeUnnamed = messages.count <= Self.mostOpen
    for start in stride(from: 0, to: messages.count, by: Self.mostOpen) {
      let some = messages[start..<min(start + Self.mostOpen, messages.count)]
      for message in some {
        let temporary = try write(message, mayBeUnnamed, &folder, in: directories, journal)
        if some.count > 1, durability.fileSync != nil { temporary.beginSynchronizing() }
        temporaries.append(temporary)
      }
      try reporting { () throws(SystemError) in
        for temporary in temporaries[start...] { try temporary.complete(durability) }
      }
    }
    return temporaries
  }

  private func write(
    _ message: OutgoingMessage, _ mayBeUnnamed: Bool, _ folder: inout OpenDescriptor?,
    in directories: MailboxDirectories, _ journal: OperationJournal
  ) throws(AppGroupMailboxError) -> Temporary {
    if mayBeUnnamed, state.withLock({ $0.hasUnnamedFiles }) {
      let unnamed = try reporting { () throws(SystemError) in
        try Temporary.unnamed(holding: message.body, in: directories.mailbox.raw, of: fileSystem)
      }
      if let unnamed { return unnamed }
      state.withLock { $0.hasUnnamedFiles = false }
    }
    let opened =
      if let folder { folder } else { try openTemporaries(in: directories, journal) }
    folder = opened
    let name = FileName(environment.identifiers.makeIdentifier().uuidString)
    return try reporting { () throws(SystemError) in
      try Temporary.named(name, holding: message.body, in: opened, of: fileSystem)
    }
  }

  /// Opens the folder of temporaries.
  ///
  /// Something else in its place, or another user's, is quarantined and never followed (clause LAY-23).
  private func openTemporaries(
    in directories: MailboxDirectories, _ journal: OperationJournal
  ) throws(AppGroupMailboxError) -> OpenDescriptor {
    do {
      return try openTemporaries(in: directories)
    } catch .unsafeFile {
      try withLock(journal) { (writer) throws(AppGroupMailboxError) in
        try reporting { () throws(SystemError) in try quarantineTemporaries(&writer) }
      }
      return try openTemporaries(in: directories)
    }
  }

  private func quarantineTemporaries(_ writer: inout MailboxWriter) throws(SystemError) {
    do {
      let status = try fileSystem.status(of: EntryName.temporaries, in: writer.mailbox)
      // Unless somebody was faster.
      if status.type == .directory, status.owner == fileSystem.effectiveUser { return }
    } catch let error where error.isGone {
      return
    }
    try writer.quarantine(EntryName.temporaries, .type)
  }

  private func openTemporaries(
    in directories: MailboxDirectories
  ) throws(AppGroupMailboxError) -> OpenDescriptor {
    let folder = try DirectoryOpener(fileSystem: fileSystem)
      .openChild(EntryName.temporaries, in: directories.mailbox.raw)
    try folder.secure(in: fileSystem)
    return OpenDescriptor(folder.take())
  }

  // MARK: After the lock

  /// Makes durable what has happened.
  ///
  /// Whatever fails here, the messages are stored (clauses DUR-1, DUR-5, DUR-6).
  private func makeDurable(
    _ id: UUID, _ repeated: [UUID], in directories: MailboxDirectories, _ journal: OperationJournal
  ) throws(AppGroupMailboxError) {
    do {
      if let strength = durability.fileSync { try synchronize(repeated, strength, journal) }
    } catch {
      throw .notDurable(id: id)
    }
    do {
      guard durability.synchronizesDirectory else { return }
      if !directories.areParentsDurable.withLock({ $0 }) {
        try fileSystem.synchronizeDirectory(directories.container.raw)
        try fileSystem.synchronizeDirectory(directories.root.raw)
        directories.areParentsDurable.withLock { $0 = true }
      }
      try fileSystem.synchronizeDirectory(directories.mailbox.raw)
    } catch {
      throw .notDurable(id: id)
    }
  }

  /// Synchronises the files of messages that were there before, a few at a time.
  ///
  /// They are opened under the lock, where their names hold still, and synchronised without it. One that is gone has been settled.
  private func synchronize(
    _ ids: [UUID], _ strength: SyncStrength, _ journal: OperationJournal
  ) throws(AppGroupMailboxError) {
    for start in stride(from: 0, to: ids.count, by: Self.mostOpen) {
      let some = ids[start..<min(start + Self.mostOpen, ids.count)]
      let files = try withLock(journal) { (writer) throws(AppGroupMailboxError) in
        try reporting { () throws(SystemError) in try open(some, &writer) }
      }
      try reporting { () throws(SystemError) in
        for file in files { try fileSystem.synchronizeFile(file.raw, strength) }
      }
    }
  }

  private func open(_ ids: ArraySlice<UUID>, _ writer: inout MailboxWriter) throws(SystemError) -> [MessageFile] {
    var files: [MessageFile] = []
    for id in ids {
      if let file = try open(id, &writer) { files.append(file) }
    }
    return files
  }

  /// - Returns: `nil` if there is no file of that identifier any more.
  private func open(_ id: UUID, _ writer: inout MailboxWriter) throws(SystemError) -> MessageFile? {
    var failure: SystemError?
    for _ in 0..<Publisher.mostListings {
      if writer.index == nil { try writer.relist() }
      guard let name = writer.index?.fileName(of: id) else { return nil }
      do {
        return try MessageFile(name, in: writer.mailbox, of: fileSystem)
      } catch let error where error.isGone {
        // Released or acknowledged without the lock.
        writer.index = nil
        failure = error
      }
    }
    throw failure!
  }
}
