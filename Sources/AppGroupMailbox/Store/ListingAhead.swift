/// A listing that was made before the lock was taken, so that a huge mailbox is not locked for as long as that takes.
///
/// Good for the next hold of the lock, if nobody has changed the directory since before it began (section 5.3 of SPEC.md).
package struct ListingAhead: Sendable {
  let directories: MailboxDirectories
  let snapshot: Snapshot
  let mark: IndexMark

  /// From how many messages on it is worth another hold of the lock.
  package static let many = 1_000
  /// What an entry adds to the size of a directory, in bytes, where nobody has counted.
  private static let entrySize: Int64 = 64

  /// - Returns: `nil` if it could not be made, or could not be shown to be good: under the lock it is tried again, and a failure told.
  init?(of directories: MailboxDirectories, in environment: MailboxEnvironment) {
    let fileSystem = environment.fileSystem
    let mailbox = directories.mailbox.raw
    let began = environment.clock.monotonicNanoseconds
    var snapshot = Snapshot()
    do {
      // Both before the listing: what changes while it is made shows.
      let status = try fileSystem.status(of: mailbox)
      guard let generation = try fileSystem.readGeneration(of: directories.lock.raw) else { return nil }
      mark = IndexMark(
        directory: status.identity, changed: status.changed, generation: generation, recorded: began, listed: began)
      try fileSystem.forEachEntry(in: mailbox) { snapshot.add($0, $1) }
    } catch {
      return nil
    }
    self.directories = directories
    self.snapshot = snapshot
  }

  /// Whether a listing would keep others waiting for long: a pure decision.
  ///
  /// - Parameters:
  ///   - count: How many messages there were; `nil` if nobody has counted.
  ///   - size: The directory's, in bytes.
  package static func isWorthIt(count: Int?, size: Int64, many: Int) -> Bool {
    count.map { $0 >= many } ?? (size / entrySize >= Int64(many))
  }
}

/// The listings that one operation makes without the lock: a few, for others may change the directory all the time.
struct ListingsAhead {
  /// The last one, if it came to something.
  private(set) var last: ListingAhead?
  private var planned: MailboxDirectories?
  private var count = 0

  /// How often, before it is listed under the lock.
  private static let most = 2

  /// - Returns: Whether these are to be listed now, without the lock.
  mutating func plan(of directories: MailboxDirectories) -> Bool {
    guard count < Self.most else { return false }
    count += 1
    planned = directories
    return true
  }

  /// Makes the listing that was planned.
  mutating func list(in environment: MailboxEnvironment) {
    last = planned.flatMap { ListingAhead(of: $0, in: environment) }
  }
}
