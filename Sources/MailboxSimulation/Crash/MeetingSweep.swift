internal import AppGroupMailbox

/// Every meeting, at every call: what comes of it must be what comes of the two operations one after the other.
///
/// One operation cannot come between the parts of another that must not be parted (LCK-1), and none depends on what it has looked at
/// before it had the lock (LCK-3).
package struct MeetingSweep: Sendable {
  package struct Coverage: Sendable {
    package var meetings = 0
    /// Moments at which the second process did its operation.
    package var moments = 0
    /// Those at which it did not have the lock.
    package var refusals = 0
    package var violations: [String] = []

    package init() {}

    package mutating func add(_ other: Coverage) {
      meetings += other.meetings
      moments += other.moments
      refusals += other.refusals
      violations += other.violations
    }
  }

  package init() {}

  package func run(_ meeting: Meeting, from start: SimulatedVolume, into coverage: inout Coverage) {
    coverage.meetings += 1
    let first = MeetingRun(meeting, on: start, .after)
    let second = MeetingRun(meeting, on: start, .before)
    // Either has something to do in one order at least.
    guard first.wasApplied || second.wasApplied else { return }
    for result in [first.result, second.result] {
      check(result, meeting, "one after the other", into: &coverage)
      if [result.firstError, result.secondError].contains(Self.refused) {
        coverage.violations.append("\(meeting), one after the other: the lock is not let go (LCK-1)")
      }
    }
    var alone = MeetingRun(meeting, on: start, .never).result
    alone.secondError = Self.refused
    for index in first.calls.indices {
      let result = MeetingRun(meeting, on: start, .atCall(index)).result
      coverage.moments += 1
      if result.secondError == Self.refused { coverage.refusals += 1 }
      let moment = "at call \(index) (\(first.calls[index]))"
      check(result, meeting, moment, into: &coverage)
      guard ![first.result, second.result, alone].contains(result) else { continue }
      coverage.violations.append(
        "\(meeting), \(moment): what comes of it comes of no order (LCK-1, LCK-3): \(result.text)")
    }
  }

  private static let refused = "\(AppGroupMailboxError.busy)"

  /// What must be so whatever came first.
  private func check(_ result: MeetingResult, _ meeting: Meeting, _ moment: String, into coverage: inout Coverage) {
    let what: String
    if !result.doubled.isEmpty {
      what = "two files of one message (ENQ-2, DLQ-5)"
    } else if result.messages.values.contains(where: { $0.place == .heldByNobody }), meeting.setting.start != .mixed {
      what = "a message is claimed by nobody (CLM-16)"
    } else if !result.missing.isEmpty, !meeting.setting.discardsOldest {
      what = "\(result.missing.count) messages are not there (ENQ-1, LCK-3)"
    } else {
      return
    }
    coverage.violations.append("\(meeting), \(moment): \(what): \(result.text)")
  }
}

extension MeetingResult {
  var text: String {
    let places = messages.map { "\($0.key.uuidString.suffix(4)) \($0.value.place) \($0.value.attempts)" }.sorted()
    let errors = [firstError, secondError].map { $0.isEmpty ? "done" : $0 }
    return "\(places.joined(separator: ", ")); \(errors.joined(separator: " | "))"
  }
}
