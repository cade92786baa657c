import AppGroupMailbox
import Testing

struct IndexMarkTests {
  private static func status(_ number: UInt64, changed: Int64) -> FileStatus {
    FileStatus(
      identity: FileIdentity(volume: 1, number: number), type: .directory, linkCount: 2, size: 0, owner: 0,
      permissions: 0o700, modified: FileTime(seconds: 0, nanoseconds: 0),
      changed: FileTime(seconds: changed, nanoseconds: 0))
  }

  private static let left = IndexMark(
    directory: FileIdentity(volume: 1, number: 7), changed: FileTime(seconds: 100, nanoseconds: 0),
    generation: Generation(5), recorded: 1_000, listed: 1_000)

  private static func holds(
    _ mark: IndexMark = left, number: UInt64 = 7, changed: Int64 = 100, generation: UInt64? = 5,
    isDistinct: Bool = true,
    at now: UInt64 = 2_000
  ) -> Bool {
    mark.holds(
      for: status(number, changed: changed), generation.map { Generation($0) }, hasDistinctTimes: isDistinct, at: now)
  }

  @Test(.clauses("LAY-19", "LAY-18"))
  func `An index holds while directory, change time and generation are what they were`() {
    #expect(Self.holds())
    #expect(!Self.holds(number: 8))
    #expect(!Self.holds(changed: 101))
    #expect(!Self.holds(generation: 6))
    #expect(!Self.holds(generation: nil))
  }

  @Test(.clauses("LAY-19"))
  func `Whatever was overlooked is found by a listing ten seconds later`() {
    #expect(Self.holds(at: 1_000 + IndexMark.longestMemory - 1))
    #expect(!Self.holds(at: 1_000 + IndexMark.longestMemory))
  }

  @Test(.clauses("LAY-19"))
  func `Where two changes may have one time, a listing after the tick must have confirmed it`() {
    #expect(!Self.holds(isDistinct: false))
    var again = Self.left
    again.listed = 1_000 + IndexMark.longestTick - 1
    let early = again.following(Self.left)
    #expect(!Self.holds(early, isDistinct: false))
    // The moment of the change is still the first at which it was seen.
    again.listed += 1
    again.recorded = again.listed
    let late = again.following(early)
    #expect(Self.holds(late, isDistinct: false))
    // And stays so, until the next change.
    #expect(Self.holds(again.following(late), isDistinct: false))
    again.changed = FileTime(seconds: 101, nanoseconds: 0)
    #expect(!Self.holds(again.following(late), changed: 101, isDistinct: false))
  }
}
