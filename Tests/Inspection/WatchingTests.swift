import AppGroupMailbox
import ConformanceKit
import Foundation
import MailboxSimulation
import MailboxTestSupport
import Testing

@testable import MailboxInspection

/// `watch` beside a mailbox at work.
struct WatchingTests {
  /// What was written so far.
  private final class Lines: Sendable {
    private let text = StateLock("")

    func add(_ more: String) { text.withLock { $0 += more } }

    var events: [String] {
      text.withLock { $0 }.split(separator: "\n").compactMap { line in
        do {
          return try JSONParser.parse(line.utf8)["event"]?.string
        } catch {
          return "unreadable: \(line)"
        }
      }
    }

    /// Waits until there are so many events.
    func wait(for count: Int, _ alarm: WatchAlarm) async throws {
      try await eventually("\(count) events", within: .seconds(60)) {
        alarm.hint()
        return events.count >= count
      }
    }
  }

  @Test func `Each step of a message's life is told as it happens`() async throws {
    let bench = try MailboxBench()
    let mailbox = try bench.open()
    let place = MailboxPlace(container: bench.container, namespace: bench.namespace)
    let (lines, alarm) = (Lines(), WatchAlarm())
    let clock = bench.clock
    let (ends, ended) = AsyncStream<PlaceProblem?>.makeStream()
    // Also when the test fails.
    defer { alarm.end() }
    Thread.detachNewThread {
      let output = CommandOutput(write: { lines.add($0) }, complain: { _ in })
      do throws(PlaceProblem) {
        try WatchLoop(place, MailboxLooker(clock: clock, reading: .none), output, isJSON: true).run(
          for: nil, until: alarm)
        ended.yield(nil)
      } catch {
        ended.yield(error)
      }
      ended.finish()
    }
    try await lines.wait(for: 1, alarm)
    try mailbox.enqueue(MailboxBench.Note("x"))
    try await lines.wait(for: 2, alarm)
    var claim = try #require(try mailbox.claimPending().first)
    try await lines.wait(for: 3, alarm)
    clock.move(by: 5)
    try claim.extend()
    try await lines.wait(for: 4, alarm)
    try claim.release()
    try await lines.wait(for: 5, alarm)
    _ = try mailbox.claimPending()
    try await lines.wait(for: 6, alarm)
    clock.move(by: 700)
    try mailbox.performMaintenance()
    try await lines.wait(for: 7, alarm)
    claim = try #require(try mailbox.claimPending().first)
    try await lines.wait(for: 8, alarm)
    try claim.reject()
    try await lines.wait(for: 9, alarm)
    try mailbox.restore(try #require(try mailbox.deadLetters().first))
    try await lines.wait(for: 10, alarm)
    claim = try #require(try mailbox.claimPending().first)
    try await lines.wait(for: 11, alarm)
    try claim.acknowledge()
    try await lines.wait(for: 12, alarm)
    try FileManager.default.removeItem(atPath: bench.directory)
    try await lines.wait(for: 13, alarm)
    try mailbox.enqueue(MailboxBench.Note("y"))
    try await lines.wait(for: 15, alarm)
    alarm.end()
    for await problem in ends { #expect(problem == nil) }
    #expect(
      lines.events == [
        "started", "enqueued", "claimed", "extended", "released", "claimed", "recovered", "claimed", "dead-lettered",
        "restored", "claimed", "acknowledged", "gone", "back", "enqueued",
      ])
  }
}
