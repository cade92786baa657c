/// The state of one search for a smaller tape.
package struct TapeSearch {
  /// What a run drew if it fails in the way that matters; otherwise `nil`.
  package typealias Trial = (_ candidate: [UInt64]) -> TapeTrial?

  var best: [UInt64]
  var parts: [Int] = []
  var runsLeft: Int

  /// Runs a candidate and keeps it if it fails too and is smaller.
  @discardableResult
  mutating func `try`(_ candidate: [UInt64], _ trial: Trial) -> Bool {
    guard runsLeft > 0 else { return false }
    runsLeft -= 1
    guard let failing = trial(candidate) else { return false }
    // What was drawn is at most what was offered: unread values drop off, too large ones were reduced.
    var drawn = failing.drawn
    while drawn.last == 0 { drawn.removeLast() }
    // The first run is of the tape itself, and is made for its parts.
    guard Self.isSmaller(drawn, than: best) || drawn == best else { return false }
    let isProgress = drawn != best
    best = drawn
    parts = failing.parts.filter { $0 < drawn.count }
    return isProgress
  }

  /// Leaves out parts, many together first: most steps of a long program have nothing to do with its failure.
  mutating func deleteParts(_ trial: Trial) {
    var count = max(parts.count / 2, 1)
    while count >= 1 {
      var first = parts.count - count
      while first >= 0, first < parts.count, runsLeft > 0 {
        let end = first + count < parts.count ? parts[first + count] : best.count
        self.try(Array(best[..<parts[first]] + best[end...]), trial)
        first = min(first, parts.count) - max(count / 2, 1)
      }
      count /= 2
    }
  }

  mutating func deleteSpans(_ trial: Trial) {
    var length = max(best.count / 2, 1)
    while length >= 1 {
      // From the end, where deleting a span disturbs the fewest choices behind it.
      var start = best.count - length
      while start >= 0, runsLeft > 0 {
        var candidate = best
        candidate.removeSubrange(start..<min(start + length, candidate.count))
        if self.try(candidate, trial) {
          start = min(start, best.count) - length
        } else {
          start -= max(length / 2, 1)
        }
      }
      length = length > 4 ? length / 2 : length - 1
    }
  }

  mutating func zeroSpans(_ trial: Trial) {
    for length in [8, 4, 2] where best.count >= length {
      for start in stride(from: 0, through: best.count - length, by: length) {
        guard start + length <= best.count else { break }
        var candidate = best
        candidate.replaceSubrange(start..<start + length, with: repeatElement(0, count: length))
        if candidate != best { self.try(candidate, trial) }
      }
    }
  }

  mutating func lowerValues(_ trial: Trial) {
    var position = 0
    while position < best.count, runsLeft > 0 {
      lowerValue(at: position, trial)
      position += 1
    }
  }

  /// Zero if it still fails, else halves towards zero, else one less for as long as that goes.
  private mutating func lowerValue(at position: Int, _ trial: Trial) {
    func replaced(_ value: UInt64) -> [UInt64] {
      var candidate = best
      candidate[position] = value
      return candidate
    }
    guard best[position] > 0, !self.try(replaced(0), trial) else { return }
    while position < best.count, best[position] > 1, self.try(replaced(best[position] / 2), trial) {}
    while position < best.count, best[position] > 1, self.try(replaced(best[position] - 1), trial) {}
  }

  private static func isSmaller(_ first: [UInt64], than second: [UInt64]) -> Bool {
    first.count == second.count ? first.lexicographicallyPrecedes(second) : first.count < second.count
  }
}
