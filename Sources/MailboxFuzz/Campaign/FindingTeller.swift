import MailboxSimulation

/// Makes findings small, keeps their tapes and finds out what they mean.
struct FindingTeller {
  private static let secondsToShrink = 20.0

  let laboratory: TapeLaboratory
  let artifacts: FuzzArtifacts
  let options: FuzzOptions
  let isInterrupted: () -> Bool

  func prepared(_ finding: FuzzFinding, count: Int, of target: any FuzzTarget) throws -> ReportedFinding {
    // Kept as it is first: whatever happens while it is made small, it is not lost.
    var place = try artifacts.keep(TapeRecording(label: target.name, values: finding.values))
    var told = finding
    told.repetitions = []
    if options.isShrinking {
      let small = try shrinker().shrink(finding, of: target)
      if small != finding.values, let verdict = try examine(small, target), let found = verdict.finding,
        found.signature == finding.signature
      {
        let kept = try artifacts.keep(TapeRecording(label: target.name, values: small))
        if case .file(let old) = place, case .file(let new) = kept, old != new {
          try artifacts.drop(TapeRecording(label: target.name, values: finding.values))
        }
        place = kept
        (told.values, told.text) = (small, found.text)
      } else if small == finding.values, let verdict = try examine(small, target),
        verdict.finding?.signature != finding.signature
      {
        told.text += "\n(run again, the tape did not fail in this way)"
      }
    }
    return ReportedFinding(
      target: target.name, finding: told, choicesBefore: finding.values.count, values: told.values,
      listing: try laboratory.story(of: told.values, for: target, timeout: options.timeout), artifact: place,
      count: count)
  }

  func examine(_ values: [UInt64], _ target: any FuzzTarget) throws -> TapeLaboratory.Verdict? {
    try laboratory.examine(
      .tape(target: target.name, values: values), timeout: options.timeout, isInterrupted: isInterrupted)
  }

  func shrinker() -> FindingShrinker {
    var deadline: ContinuousClock.Instant? = .now + .seconds(Self.secondsToShrink)
    if case .runs = options.budget { deadline = nil }
    return FindingShrinker(
      laboratory: laboratory, timeout: options.timeout, deadline: deadline, isInterrupted: isInterrupted)
  }
}
