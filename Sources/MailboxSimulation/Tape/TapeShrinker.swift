/// Makes a failing tape smaller for as long as it still fails.
///
/// A tape is smaller than another when it is shorter, or as long and smaller at the first difference. Every accepted
/// step makes it smaller, so shrinking ends; the number of runs bounds it as well. There is no chance in it: the same
/// failure shrinks to the same tape.
package struct TapeShrinker {
  /// How often the failure is tried at most.
  package var maximumRuns: Int

  /// A shrinker with a bound on its work.
  package init(maximumRuns: Int = 2_000) {
    self.maximumRuns = maximumRuns
  }

  /// The smallest tape found.
  ///
  /// - Parameters:
  ///   - values: A tape that fails.
  ///   - isFailing: Runs a tape and says whether it fails in the way that matters.
  /// - Returns: A tape that fails, in the values that its run really drew, without the zeros at its end.
  package func shrink(_ values: [UInt64], isFailing: (ChoiceTape) -> Bool) -> [UInt64] {
    smallest(from: values) { candidate in
      let tape = ChoiceTape(recorded: candidate)
      return isFailing(tape) ? TapeTrial(drawn: tape.drawn, parts: tape.parts) : nil
    }
  }

  /// The smallest tape found, where somebody else runs it.
  ///
  /// - Parameters:
  ///   - values: A tape that fails.
  ///   - trial: Runs a tape of the given values; what its run drew if it fails in the way that matters, otherwise `nil`.
  package func smallest(from values: [UInt64], trial: TapeSearch.Trial) -> [UInt64] {
    var search = TapeSearch(best: values, runsLeft: maximumRuns)
    search.try(values, trial)
    var before: [UInt64]
    repeat {
      before = search.best
      search.deleteParts(trial)
      search.zeroSpans(trial)
      search.deleteSpans(trial)
      search.lowerValues(trial)
    } while search.best != before && search.runsLeft > 0
    return search.best
  }
}

/// What a failing run drew, and where its parts begin.
package struct TapeTrial {
  package var drawn: [UInt64]
  package var parts: [Int]

  package init(drawn: [UInt64], parts: [Int]) {
    (self.drawn, self.parts) = (drawn, parts)
  }
}
