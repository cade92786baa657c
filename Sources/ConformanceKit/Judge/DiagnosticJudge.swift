/// Compares the diagnostics that were given with those that a case expects.
struct DiagnosticJudge {
  private var seen: [JSON]

  init(_ seen: [JSON]) {
    self.seen = seen
  }

  /// - Returns: What is different; empty if nothing is.
  mutating func problems(expected: [CaseFinal.Diagnostic]) -> [String] {
    var problems = seen.compactMap(Self.complaint)
    for one in expected {
      if let place = seen.firstIndex(where: { Self.matches($0, one) }) {
        seen.remove(at: place)
      } else {
        problems.append("the diagnostic \(one) was not given")
      }
    }
    return problems + seen.map { "the diagnostic \($0) was given, and not expected" }
  }

  private static func matches(_ seen: JSON, _ wanted: CaseFinal.Diagnostic) -> Bool {
    seen["event"]?.string == wanted.event
      && (wanted.reason == nil || wanted.reason == seen["reason"]?.string)
      && (wanted.errno == nil || wanted.errno == seen["errno"]?.integer)
  }

  /// A failing call is told with what it was (ERR-1).
  private static func complaint(about seen: JSON) -> String? {
    guard let event = seen["event"]?.string, ["fileSkipped", "cleanupFailed"].contains(event) else { return nil }
    let isWhole = seen["call"]?.string?.isEmpty == false && seen["errno"]?.integer ?? 0 > 0
    return isWhole ? nil : "the diagnostic \(seen) does not say which call failed and with which errno (ERR-1)"
  }
}
