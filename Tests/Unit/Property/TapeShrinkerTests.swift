import MailboxSimulation
import Testing

@Suite struct `Shrinking a tape` {
  /// Draws numbers until a zero is drawn.
  private func numbers(_ tape: ChoiceTape) -> [UInt64] {
    var numbers: [UInt64] = []
    while tape.choose(below: 2) > 0 { numbers.append(tape.choose(below: UInt64(1_000))) }
    return numbers
  }

  /// A tape that draws these numbers.
  private func tape(of numbers: [UInt64]) -> [UInt64] {
    numbers.flatMap { [1, $0] } + [0]
  }

  @Test func `Leaves only what the failure needs`() {
    let long = tape(of: [5, 700, 3, 999, 12, 400, 8, 650])
    let small = TapeShrinker().shrink(long) { numbers($0).contains { $0 > 600 } }
    #expect(numbers(ChoiceTape(recorded: small)) == [601])
    #expect(small == [1, 601])
  }

  @Test func `Keeps two things that are only bad together`() {
    let long = tape(of: (0..<40).map { $0 * 20 })
    let small = TapeShrinker().shrink(long) { tape in
      let drawn = numbers(tape)
      guard let first = drawn.firstIndex(where: { $0 >= 100 }) else { return false }
      return drawn[first...].dropFirst().contains { $0 >= 300 }
    }
    #expect(numbers(ChoiceTape(recorded: small)) == [100, 300])
  }

  @Test func `Leaves out whole parts first, and so needs few runs`() {
    let long = tape(of: (0..<100).map { $0 })
    let small = TapeShrinker(maximumRuns: 60).shrink(long) { tape in
      tape.beginPart()
      while tape.choose(below: 2) > 0 {
        if tape.choose(below: 1_000) == 50 { return true }
        tape.beginPart()
      }
      return false
    }
    #expect(numbers(ChoiceTape(recorded: small)) == [50])
  }

  @Test func `Ends with nothing when everything fails`() {
    #expect(TapeShrinker().shrink(tape(of: [1, 2, 3])) { numbers($0).count >= 0 }.isEmpty)
  }

  @Test func `Gives back what it got when nothing smaller fails`() {
    let only = tape(of: [7, 7]).dropLast()
    #expect(TapeShrinker().shrink(Array(only)) { numbers($0) == [7, 7] } == Array(only))
  }

  @Test(arguments: [0, 1, 10, 50])
  func `Runs no more often than it may`(maximum: Int) {
    var runs = 0
    let long = tape(of: (0..<100).map { $0 })
    let small = TapeShrinker(maximumRuns: maximum).shrink(long) { tape in
      runs += 1
      return numbers(tape).contains(99)
    }
    #expect(runs <= maximum)
    #expect(numbers(ChoiceTape(recorded: small)).contains(99))
  }

  @Test func `Is the same each time`() {
    let shrink = {
      TapeShrinker().shrink(tape(of: [9, 88, 777, 66, 5])) { numbers($0).reduce(0, +) > 500 }
    }
    #expect(shrink() == shrink())
    #expect(numbers(ChoiceTape(recorded: shrink())) == [501])
  }
}
