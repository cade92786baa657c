import AppGroupMailbox
import Foundation
import MailboxSimulation

/// A mailbox to test: its folder, its clock, and what it told.
///
/// The folder is gone when the bench is.
package final class MailboxBench: Sendable {
  /// The message most tests use.
  package struct Note: Codable, Equatable, Sendable {
    package var text: String

    package init(_ text: String) {
      self.text = text
    }
  }

  /// 2026-07-04, in seconds since 2001.
  package static let start = 805_000_000.0

  package let scratch: ScratchDirectory
  package let clock: SimulatedClock
  package let doorbell = CountingDoorbell()
  package let diagnostics = DiagnosticLog()
  package let identifiers: any IdentifierSource
  package let namespace = "bench"

  package init(identifiers: any IdentifierSource = RandomIdentifierSource()) throws {
    scratch = try ScratchDirectory()
    clock = SimulatedClock(secondsSince2001: Self.start)
    self.identifiers = identifiers
  }

  /// The container's path.
  package var container: String { scratch.path }
  /// The mailbox directory's path.
  package var directory: String { "\(container)/AppGroupMailbox/\(namespace)" }

  /// Opens an instance.
  package func open<Message: Codable & Sendable>(
    _ type: Message.Type = Note.self, limits: MailboxLimits = MailboxLimits(),
    policy: MailboxOverflowPolicy = .rejectNewest, durability: MailboxDurability = .processCrash,
    notificationName: String? = "bell", fileSystem: any FileSystem = POSIXFileSystem(),
    clock: (any MailboxClock)? = nil,
    wakeUps: any WakeUpSource = SystemWakeUpSource(), timer: any TaskTimer = SystemTaskTimer()
  ) throws(AppGroupMailboxError) -> AppGroupMailbox<Message> {
    try AppGroupMailbox<Message>(
      containerPath: container, namespace: namespace, limits: limits, overflowPolicy: policy, durability: durability,
      notificationName: notificationName,
      environment: MailboxEnvironment(
        fileSystem: fileSystem, clock: clock ?? self.clock, identifiers: identifiers, doorbell: doorbell,
        wakeUps: wakeUps, timer: timer),
      diagnostic: { [diagnostics] in diagnostics.append($0) })
  }

  // MARK: Looking

  /// The names in the mailbox directory, sorted, without the lock file and the folder of temporaries.
  package func names(_ prefix: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory)
      .filter { $0 != ".mailbox.lock" && $0 != ".tmp" && $0.hasPrefix(prefix) }.sorted()
  }

  /// The names in the folder of temporaries; none if there is no such folder.
  package func temporaries() -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: "\(directory)/.tmp")) ?? []
  }

  /// The parsed names of waiting messages, in order.
  package func pending() throws -> [PendingName] {
    try names("pending-").compactMap { PendingName(parsing: ArraySlice($0.utf8)) }.sorted()
  }

  /// The parsed names of claimed messages.
  package func claimed() throws -> [ClaimedName] {
    try names("claimed-").compactMap { ClaimedName(parsing: ArraySlice($0.utf8)) }
  }

  /// The parsed names of dead letters.
  package func deadLetters() throws -> [DeadLetterName] {
    try names("deadletter-").compactMap { DeadLetterName(parsing: ArraySlice($0.utf8)) }
  }

  /// The reasons in the quarantine, sorted.
  package func quarantineReasons() throws -> [String] {
    try names("quarantine-").compactMap { QuarantineName(parsing: ArraySlice($0.utf8))?.reason }.sorted()
  }

  /// A file's content.
  package func content(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: "\(directory)/\(name)")), as: UTF8.self)
  }

  // MARK: Planting

  /// Makes the directory as another implementation would have, if it is not there.
  package func makeDirectory() throws {
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
  }

  /// Puts a file into the mailbox directory.
  package func plant(_ name: String, _ content: String) throws {
    try makeDirectory()
    try Data(content.utf8).write(to: URL(fileURLWithPath: "\(directory)/\(name)"))
  }

  /// A name as format 1 writes it.
  package static func name(
    _ number: Int, date: Double = MailboxBench.start, ordinal: UInt64 = 1, attempts: Int = 0
  ) -> PendingName {
    PendingName(
      ordinal: ordinal, id: id(number),
      details: PendingName.Details(date: NameDate(seconds: date)!, attempts: attempts))
  }

  /// A body as format 1 writes it.
  package static func body(_ number: Int, date: Double = MailboxBench.start, message: String = #"{"text":"x"}"#)
    -> String
  {
    #"{"id":"\#(id(number).uuidString)","enqueuedAt":\#(date),"message":\#(message)}"#
  }

  /// Plants a message, well-formed unless `body` says otherwise.
  @discardableResult
  package func plantMessage(
    _ number: Int, date: Double = MailboxBench.start, ordinal: UInt64 = 1, attempts: Int = 0, body: String? = nil
  ) throws -> PendingName {
    let name = Self.name(number, date: date, ordinal: ordinal, attempts: attempts)
    try plant(name.fileName.text, body ?? Self.body(number, date: date))
    return name
  }

  /// An identifier that is easy to recognise.
  package static func id(_ number: Int) -> UUID {
    UUID(high: 0x4000, low: 0x8000_0000_0000_0000 | UInt64(number))
  }

  /// Sets the modification time of a file in the mailbox directory, in seconds from the clock.
  package func age(_ name: String, by seconds: Double) throws {
    let date = clock.now.addingTimeInterval(-seconds)
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: "\(directory)/\(name)")
  }
}
