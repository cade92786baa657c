/// What shows whether an index still tells what is in its directory.
package struct IndexMark: Sendable, Equatable {
  package var directory: FileIdentity
  /// When the directory was changed last, as this instance left it.
  package var changed: FileTime
  package var generation: Generation
  /// When that was found out, in nanoseconds of the monotonic clock.
  package var recorded: UInt64
  /// When the directory was listed last, on that clock.
  package var listed: UInt64
  /// Whether the directory was listed long enough after its last change for no other change to have the same time.
  package private(set) var isConfirmed = false

  package init(
    directory: FileIdentity, changed: FileTime, generation: Generation, recorded: UInt64, listed: UInt64
  ) {
    self.directory = directory
    self.changed = changed
    self.generation = generation
    self.recorded = recorded
    self.listed = listed
  }

  /// No volume gives two changes the same time that are further apart, in nanoseconds.
  package static let longestTick: UInt64 = 10_000_000
  /// For how long one listing is enough, in nanoseconds: whatever was overlooked is found then.
  package static let longestMemory: UInt64 = 10_000_000_000

  /// Whether nobody has changed the directory since: a pure decision (section 5.3 of SPEC.md).
  ///
  /// - Parameters:
  ///   - status: The directory's.
  ///   - generation: What the lock file says; `nil` if that is unknown.
  ///   - hasDistinctTimes: Whether every change of the directory after a look at it has a time of its own.
  ///   - now: In nanoseconds of the monotonic clock.
  package func holds(
    for status: FileStatus, _ generation: Generation?, hasDistinctTimes: Bool, at now: UInt64
  ) -> Bool {
    (hasDistinctTimes || isConfirmed) && isAbout(status) && self.generation == generation
      && Self.time(from: listed, to: now) < Self.longestMemory
  }

  /// The mark of an index from a listing that changed nothing.
  ///
  /// - Parameter earlier: What was known before it.
  package func following(_ earlier: IndexMark?) -> IndexMark {
    guard let earlier, earlier.directory == directory, earlier.changed == changed else { return self }
    var mark = self
    mark.recorded = earlier.recorded
    mark.isConfirmed = earlier.isConfirmed || Self.time(from: earlier.recorded, to: listed) >= Self.longestTick
    return mark
  }

  private func isAbout(_ status: FileStatus) -> Bool {
    directory == status.identity && changed == status.changed
  }

  private static func time(from first: UInt64, to last: UInt64) -> UInt64 { last - min(last, first) }
}

/// An index between two operations, and what shows that it is good.
struct KeptIndex: Sendable {
  var index: MailboxIndex
  var mark: IndexMark
}
