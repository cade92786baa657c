import AppGroupMailbox
import ConformanceKit
import Foundation

/// Looks again and again, and tells what has changed.
final class WatchLoop {
  private let place: MailboxPlace
  private let looker: MailboxLooker
  private let output: CommandOutput
  private let isJSON: Bool
  private var state = WatchedState()
  private var isThere = true
  /// The change time that the last look saw; `nil` where there was no directory.
  private var changed: FileTime?
  private var looked = ContinuousClock.now
  /// When a look found something new.
  private var changeSeen = ContinuousClock.now

  /// How often the directory's change time is asked for, should a hint be lost; it tells of everything but an extended lease.
  private static let pause = 1.0
  /// How often it is looked into whatever that says: where leases may be extended, or where a change may have had the time of the one before.
  private static let longestPause = Duration.seconds(1)
  /// And where nothing speaks for it.
  private static let idlePause = Duration.seconds(10)
  /// How soon after a look the next one comes, however much happens.
  private static let shortestPause = 0.02

  init(_ place: MailboxPlace, _ looker: MailboxLooker, _ output: CommandOutput, isJSON: Bool) {
    self.place = place
    self.looker = looker
    self.output = output
    self.isJSON = isJSON
  }

  /// - Parameters:
  ///   - seconds: How long; `nil` until it is interrupted.
  ///   - alarm: Ends it, and says when something may have changed.
  func run(for seconds: Double?, until alarm: WatchAlarm) throws(PlaceProblem) {
    let first = try looker.look(at: place)
    changed = first.directory.changed
    state = WatchedState(first)
    if isJSON {
      write(.object(["event": "started", "at": JSON(first.moment), "path": .string(SafeText.escaped(place.path))]))
    } else {
      output.say("watching \(SafeText.escaped(place.path)); Ctrl-C ends it\n\(state.summary)\n")
    }
    defer { output.showStatus("") }
    let end = seconds.map { ContinuousClock.now + .seconds($0) }
    let hints = WatchHints(to: alarm)
    hints.watch(place, first.lock, looker.fileSystem)
    while true {
      let left = end.map { Self.seconds($0 - .now) } ?? Self.pause
      guard left > 0 else { break }
      let ending = alarm.wait(atMost: min(left, Self.pause))
      if ending == .over { break }
      guard ending == .hint || hasChanged || looked.duration(to: .now) >= forcedPause else { continue }
      try lookAgain(hints)
      looked = .now
      Thread.sleep(forTimeInterval: Self.shortestPause)
    }
  }

  private static func seconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
  }

  private var forcedPause: Duration {
    let isBusy = state.holdsClaims || looked - changeSeen < Self.longestPause
    return isBusy ? Self.longestPause : Self.idlePause
  }

  /// Whether the directory may not be any more as it was seen.
  private var hasChanged: Bool {
    do {
      let directory = try place.open(looker.fileSystem)
      return try looker.fileSystem.status(of: directory.mailbox.raw).changed != changed
    } catch {
      return isThere
    }
  }

  private func lookAgain(_ hints: WatchHints) throws(PlaceProblem) {
    let sight: MailboxSight
    do {
      sight = try looker.look(at: place)
    } catch .missing {
      // Somebody reset the container, and the next enqueue makes it anew.
      if isThere { tell("the mailbox directory is gone", as: "gone") }
      isThere = false
      (state, changed) = (WatchedState(), nil)
      return
    } catch {
      throw error
    }
    hints.watch(place, sight.lock, looker.fileSystem)
    if !isThere { tell("the mailbox directory is there again", as: "back") }
    if changed != sight.directory.changed { changeSeen = .now }
    (isThere, changed) = (true, sight.directory.changed)
    let now = WatchedState(sight)
    for event in WatchDifference.events(from: state, to: now) {
      if isJSON { write(event.json(at: sight.moment)) } else { output.say(event.line(at: sight.moment) + "\n") }
    }
    state = now
    if !isJSON { output.showStatus(state.summary) }
  }

  private func tell(_ text: String, as event: String) {
    if isJSON {
      write(.object(["event": .string(event), "at": JSON(looker.clock.now.timeIntervalSinceReferenceDate)]))
    } else {
      output.say(text + "\n")
    }
  }

  private func write(_ json: JSON) { output.say(SafeText.printableJSON(json.description) + "\n") }
}
