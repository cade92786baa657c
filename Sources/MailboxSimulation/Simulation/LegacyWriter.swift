package import AppGroupMailbox
package import Foundation

/// A producer that still uses release 0.1 (SPEC.md section 6), as far as it can be told from outside.
///
/// It locks without an end, writes names without a date by way of a hidden file, and raises no generation.
package struct LegacyWriter {
  private let container: String
  private let namespace: String
  private let maxMessages: Int
  private let fileSystem: any FileSystem
  private let clock: any MailboxClock
  private let resumeOthers: () -> Void

  private static let pause: UInt64 = 250_000
  private static let patience = 200

  package enum Failure: Error {
    case call(SystemError)
    case full
  }

  /// A writer that has nothing open between two messages.
  ///
  /// - Parameters:
  ///   - container: The path of the container, which is there.
  ///   - namespace: A valid namespace.
  ///   - maxMessages: It refuses what is more.
  ///   - fileSystem: Where it writes.
  ///   - clock: Gives the dates, and waits for the lock.
  ///   - resumeOthers: Continues whoever holds the lock and is stopped: 0.1 waits for them without end.
  package init(
    container: String, namespace: String, maxMessages: Int, fileSystem: any FileSystem, clock: any MailboxClock,
    resumeOthers: @escaping () -> Void = {}
  ) {
    self.container = container
    self.namespace = namespace
    self.maxMessages = maxMessages
    self.fileSystem = fileSystem
    self.clock = clock
    self.resumeOthers = resumeOthers
  }

  /// Returns when the message was stored, or was there already.
  ///
  /// - Parameters:
  ///   - id: Its identifier.
  ///   - payload: The message as JSON.
  ///   - number: What no other hidden file is called by.
  package func enqueue(_ id: UUID, _ payload: String, number: String) throws(Failure) {
    do throws(SystemError) {
      let directory = try open()
      defer { fileSystem.close(directory) }
      let lock = try fileSystem.openFile(EntryName.lockFile, in: directory, .readWriteCreating)
      defer { fileSystem.close(lock) }
      var tries = 0
      while try !fileSystem.tryLock(lock) {
        tries += 1
        if tries % Self.patience == 0 { resumeOthers() }
        clock.sleep(nanoseconds: Self.pause)
      }
      defer { fileSystem.unlock(lock) }
      if try !store(id, payload, number, in: directory) { throw SystemError(call: .write, code: ErrorNumber.full) }
    } catch  where error.code == ErrorNumber.full {
      throw .full
    } catch {
      throw .call(error)
    }
  }

  private func open() throws(SystemError) -> RawDescriptor {
    let container = try fileSystem.openDirectory(atPath: container)
    defer { fileSystem.close(container) }
    let root = try openOrMake("AppGroupMailbox", in: container)
    defer { fileSystem.close(root) }
    return try openOrMake(FileName(namespace), in: root)
  }

  private func openOrMake(_ name: FileName, in directory: RawDescriptor) throws(SystemError) -> RawDescriptor {
    do throws(SystemError) {
      return try fileSystem.openDirectory(name, in: directory)
    } catch  where error.code == ErrorNumber.notFound {
      do throws(SystemError) {
        try fileSystem.makeDirectory(name, in: directory)
      } catch  where error.code == ErrorNumber.exists {}
      return try fileSystem.openDirectory(name, in: directory)
    }
  }

  /// - Returns: Whether there was room.
  private func store(
    _ id: UUID, _ payload: String, _ number: String, in directory: RawDescriptor
  ) throws(SystemError) -> Bool {
    var waiting: [PendingName] = []
    try fileSystem.forEachEntry(in: directory) { bytes, type in
      guard type == .regular else { return }
      switch EntryName(Array(bytes)[...]) {
      case .pending(let name): waiting.append(name)
      case .claimed(let name): waiting.append(name.returning)
      default: break
      }
    }
    if waiting.contains(where: { $0.id == id }) { return true }
    guard waiting.count < maxMessages else { return false }
    let now = clock.now
    let ordinal = max(
      UInt64(now.timeIntervalSince1970 * 1_000), (waiting.map(\.ordinal).filter { $0 < 1 << 62 }.max() ?? 0) + 1)
    let hidden = FileName(".dat.nosync\(number)")
    let body =
      #"{"id":"\#(id.uuidString)","message":\#(payload),"enqueuedAt":\#(now.timeIntervalSinceReferenceDate)}"#
    let file = try fileSystem.createFile(hidden, in: directory)
    defer { fileSystem.close(file) }
    try fileSystem.writeAll(Data(body.utf8), to: file)
    try fileSystem.rename(
      hidden, in: directory, to: PendingName(ordinal: ordinal, id: id, details: nil).fileName, in: directory)
    return true
  }
}

extension ErrorNumber {
  /// No error of the system: the mailbox has no room.
  fileprivate static let full: Int32 = -1
}

extension HistoryError {
  /// What release 0.1 called it.
  package init(_ failure: LegacyWriter.Failure) {
    if case .full = failure { self = .mailboxFull } else { self = .ioFailure }
  }
}
