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
    var search = Search(best: values, runsLeft: maximumRuns)
    search.try(values, isFailing)
    var before: [UInt64]
    repeat {
      before = search.best
      search.deleteParts(isFailing)
      search.zeroSpans(isFailing)
      search.deleteSpans(isFailing)
      search.lowerValues(isFailing)
    } while search.best != before && search.runsLeft > 0
    return search.best
  }
}

/// The state of one search for a smaller tape.
private struct Search {
  var best: [UInt64]
  var parts: [Int] = []
  var runsLeft: Int

  /// Runs a candidate and keeps it if it fails too and is smaller.
  @discardableResult
  mutating func `try`(_ candidate: [UInt64], _ isFailing: (ChoiceTape) -> Bool) -> Bool {
    guard runsLeft > 0 else { return false }
    runsLeft -= 1
    let tape = ChoiceTape(recorded: candidate)
    guard isFailing(tape) else { return false }
    // What was drawn is at most what was offered: unread values drop off, too large ones were reduced.
    var drawn = tape.drawn
    while drawn.last == 0 { drawn.removeLast() }
    // The first run is of the tape itself, and is made for its parts.
    guard Self.isSmaller(drawn, than: best) || drawn == best else { return false }
    let isProgress = drawn != best
    best = drawn
    parts = tape.parts.filter { $0 < drawn.count }
    return isProgress
  }

  /// Leaves out parts, many together first: most steps of a long program have nothing to do with its failure.
  mutating func deleteParts(_ isFailing: (ChoiceTape) -> Bool) {
    var count = max(parts.count / 2, 1)
    while count >= 1 {
      var first = parts.count - count
      while first >= 0, first < parts.count, runsLeft > 0 {
        let end = first + count < parts.count ? parts[first + count] : best.count
        self.try(Array(best[..<parts[first]] + best[end...]), isFailing)
        first = min(first, parts.count) - max(count / 2, 1)
      }
      count /= 2
    }
  }

  mutating func deleteSpans(_ isFailing: (ChoiceTape) -> Bool) {
    var length = max(best.count / 2, 1)
    while length >= 1 {
      // From the end, where deleting a span disturbs the fewest choices behind it.
      var start = best.count - length
      while start >= 0, runsLeft > 0 {
        var candidate = best
        candidate.removeSubrange(start..<min(start + length, candidate.count))
        if self.try(candidate, isFailing) {
          start = min(start, best.count) - length
        } else {
          start -= max(length / 2, 1)
        }
      }
      length = length > 4 ? length / 2 : length - 1
    }
  }

  mutating func zeroSpans(_ isFailing: (ChoiceTape) -> Bool) {
    for length in [8, 4, 2] where best.count >= length {
      for start in stride(from: 0, through: best.count - length, by: length) {
        guard start + length <= best.count else { break }
        var candidate = best
        candidate.replaceSubrange(start..<start + length, with: repeatElement(0, count: length))
        if candidate != best { self.try(candidate, isFailing) }
      }
    }
  }

  mutating func lowerValues(_ isFailing: (ChoiceTape) -> Bool) {
    var position = 0
    while position < best.count, runsLeft > 0 {
      lowerValue(at: position, isFailing)
      position += 1
    }
  }

  /// Zero if it still fails, else halves towards zero, else one less for as long as that goes.
  private mutating func lowerValue(at position: Int, _ isFailing: (ChoiceTape) -> Bool) {
    func replaced(_ value: UInt64) -> [UInt64] {
      var candidate = best
      candidate[position] = value
      return candidate
    }
    guard best[position] > 0, !self.try(replaced(0), isFailing) else { return }
    while position < best.count, best[position] > 1, self.try(replaced(best[position] / 2), isFailing) {}
    while position < best.count, best[position] > 1, self.try(replaced(best[position] - 1), isFailing) {}
  }

  private static func isSmaller(_ first: [UInt64], than second: [UInt64]) -> Bool {
    first.count == second.count ? first.lexicographicallyPrecedes(second) : first.count < second.count
  }
}
