/// The one stream of choices that drives everything random: programs, schedules, faults, clocks, bytes.
///
/// Whatever is drawn is remembered in ``drawn``, reduced to the bound it was drawn for. A tape made of those values
/// draws the same again, so a failure is replayed by reading the tape back and made small by shrinking it. By
/// convention the choice 0 is the simplest, and a recorded tape that has run out goes on with zeros.
///
/// A tape belongs to one thread at a time.
package final class ChoiceTape {
  private var source: ChoiceSource

  /// The choices drawn so far.
  package private(set) var drawn: [UInt64] = []

  /// Where in ``drawn`` the parts begin that can be left out as a whole.
  package private(set) var parts: [Int] = []

  /// Sees each choice before it is used.
  package var witness: (any TapeWitness)?

  /// A tape without an end, from a seed.
  package init(seed: UInt64) {
    source = .generator(SplitMix64(seed: seed))
  }

  /// A tape that repeats what was recorded.
  package init(recorded values: [UInt64]) {
    source = .recorded(values, position: 0, rest: nil)
  }

  /// A tape that repeats what was recorded, and then goes on without an end.
  package init(recorded values: [UInt64], continuedFrom seed: UInt64) {
    source = .recorded(values, position: 0, rest: SplitMix64(seed: seed))
  }

  /// A tape that reads what a fuzzer made.
  package init(bytes: [UInt8]) {
    source = .bytes(bytes, position: 0)
  }

  /// Says that what is drawn from here on is a part of its own, such as a step of a program: a hint for shrinking.
  package func beginPart() {
    parts.append(drawn.count)
    witness?.beganPart(at: drawn.count)
  }

  /// A choice from 0 up to, and without, `bound`.
  ///
  /// A bound of 1 leaves no choice, and takes nothing from the tape.
  package func choose(below bound: UInt64) -> UInt64 {
    precondition(bound > 0, "there is nothing below zero")
    guard bound > 1 else { return 0 }
    let value = source.next(below: bound)
    drawn.append(value)
    witness?.drew(value, below: bound)
    return value
  }

  /// A choice from 0 up to, and without, `bound`.
  package func choose(below bound: Int) -> Int {
    Int(choose(below: UInt64(bound)))
  }

  /// True `count` times in `total`; false is the simpler answer.
  package func chance(_ count: Int, in total: Int) -> Bool {
    precondition(0...total ~= count, "a probability lies between 0 and 1")
    return choose(below: total) >= total - count
  }

  /// A number of a closed range; its lower bound is the simplest.
  package func integer(in range: ClosedRange<Int>) -> Int {
    range.lowerBound + choose(below: range.count)
  }

  /// An element of an array; its first is the simplest.
  package func pick<Element>(from elements: [Element]) -> Element {
    elements[choose(below: elements.count)]
  }

  /// Any 64 bits.
  package func bits() -> UInt64 {
    choose(below: 1 << 32) << 32 | choose(below: 1 << 32)
  }

  /// Any byte.
  package func byte() -> UInt8 {
    UInt8(choose(below: UInt64(256)))
  }
}

/// Who sees the choices of a tape as they are made: what it has seen outlives a run that does not end in order.
package protocol TapeWitness: AnyObject {
  func drew(_ value: UInt64, below bound: UInt64)
  func beganPart(at position: Int)
}
