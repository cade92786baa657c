import MailboxSimulation

/// Makes the tape of a finding small, as long as it fails in the same way.
struct FindingShrinker {
  let laboratory: TapeLaboratory
  let timeout: Double
  /// When to go without more; not in a campaign of counted runs, which always has the same outcome.
  let deadline: ContinuousClock.Instant?
  let isInterrupted: () -> Bool

  /// How often a tape is tried: what ends its worker costs a process each time, what hangs a deadline.
  private func mostRuns(_ kind: FuzzFinding.Kind?) -> Int {
    switch kind {
    case .failure, nil: 2_000
    case .trap: 400
    case .hang: 60
    }
  }

  /// - Returns: The smallest tape found.
  func shrink(_ finding: FuzzFinding, of target: any FuzzTarget) throws -> [UInt64] {
    try shrink(finding.values, of: target, kind: finding.kind) { $0.finding?.signature == finding.signature }
  }

  /// A tape that holds, as long as it reaches the same.
  func shrink(_ values: [UInt64], of target: any FuzzTarget, reaching features: Set<String>) throws -> [UInt64] {
    try shrink(values, of: target, kind: nil) { $0.finding == nil && $0.features.isSuperset(of: features) }
  }

  private func shrink(
    _ values: [UInt64], of target: any FuzzTarget, kind: FuzzFinding.Kind?,
    while isWanted: (TapeLaboratory.Verdict) -> Bool
  ) throws -> [UInt64] {
    let patience = kind == .hang ? max(timeout / 10, min(timeout, 1)) : timeout
    var fault: (any Error)?
    let small = TapeShrinker(maximumRuns: mostRuns(kind)).smallest(from: values) { candidate in
      guard fault == nil, !isInterrupted(), deadline.map({ .now < $0 }) ?? true else { return nil }
      do {
        let request = WorkerRequest.tape(target: target.name, values: candidate)
        guard let verdict = try laboratory.examine(request, timeout: patience, isInterrupted: isInterrupted),
          isWanted(verdict)
        else { return nil }
        return TapeTrial(drawn: verdict.drawn, parts: verdict.parts)
      } catch {
        fault = error
        return nil
      }
    }
    if let fault { throw fault }
    return small
  }
}
