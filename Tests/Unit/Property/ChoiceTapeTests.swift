import MailboxSimulation
import Testing

@Suite struct `The choice tape` {
  @Test func `One seed draws the same each time, another seed something else`() {
    let draw = { (seed: UInt64) in
      let tape = ChoiceTape(seed: seed)
      return (0..<20).map { _ in tape.choose(below: UInt64(1_000)) }
    }
    #expect(draw(1) == draw(1))
    #expect(draw(1) != draw(2))
  }

  @Test func `The generator draws the published sequence`() {
    // The first outputs for the seed 1234567, as published with the algorithm.
    var generator = SplitMix64(seed: 1_234_567)
    #expect(
      (0..<3).map { _ in generator.next() }
        == [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423])
  }

  @Test(arguments: [2, 3, 7, 256, 257, 1 << 40, UInt64.max])
  func `What was drawn draws the same again`(bound: UInt64) {
    let first = ChoiceTape(seed: 9)
    let values = (0..<50).map { _ in first.choose(below: bound) }
    let again = ChoiceTape(recorded: first.drawn)
    #expect((0..<50).map { _ in again.choose(below: bound) } == values)
    #expect(values.allSatisfy { $0 < bound })
    #expect(Set(values).count > 1)
  }

  @Test func `Behind its end a recorded tape draws zeros`() {
    let tape = ChoiceTape(recorded: [3])
    #expect([tape.choose(below: 5), tape.choose(below: 5), tape.choose(below: 5)] == [3, 0, 0])
    #expect(tape.drawn == [3, 0, 0])
  }

  @Test func `A recorded value that is too large is reduced, and recorded so`() {
    let tape = ChoiceTape(recorded: [17])
    #expect(tape.choose(below: 5) == 2)
    #expect(tape.drawn == [2])
  }

  @Test func `Where there is no choice nothing is taken`() {
    let tape = ChoiceTape(recorded: [1, 1])
    #expect(tape.choose(below: 1) == 0)
    #expect(tape.pick(from: ["only"]) == "only")
    #expect(tape.integer(in: 4...4) == 4)
    #expect(tape.drawn.isEmpty)
  }

  @Test func `Bytes are taken as wide as the bound needs, first byte highest`() {
    let tape = ChoiceTape(bytes: [7, 1, 2, 9])
    #expect(tape.choose(below: UInt64(256)) == 7)
    #expect(tape.choose(below: UInt64(65_536)) == 0x0102)
    #expect(tape.choose(below: UInt64(65_536)) == 9)
    #expect(tape.choose(below: UInt64(65_536)) == 0)
  }

  @Test func `Zero is the simplest of everything`() {
    let tape = ChoiceTape(recorded: [])
    #expect(!tape.chance(1, in: 2))
    #expect(tape.integer(in: -3...3) == -3)
    #expect(tape.pick(from: ["first", "second"]) == "first")
    #expect(tape.bits() == 0)
    #expect(tape.mutated([1, 2, 3]) == [1, 2, 3])
  }

  @Test func `Chances come as often as they say`() {
    let tape = ChoiceTape(seed: 3)
    let hits = (0..<4_000).count { _ in tape.chance(1, in: 4) }
    #expect(900...1_100 ~= hits)
    #expect((0..<10).allSatisfy { _ in tape.chance(1, in: 1) })
    #expect((0..<10).allSatisfy { _ in !tape.chance(0, in: 3) })
  }

  @Test func `A recorded tape with a seed goes on where it ends, the same each time`() {
    let draw = { (seed: UInt64) in
      let tape = ChoiceTape(recorded: [3, 1], continuedFrom: seed)
      return (0..<20).map { _ in tape.choose(below: UInt64(1_000)) }
    }
    #expect(draw(1).prefix(2) == [3, 1])
    #expect(Set(draw(1).dropFirst(2)).count > 10)
    #expect(draw(1) == draw(1))
    #expect(draw(1) != draw(2))
  }

  @Test func `A witness sees each choice, its bound and the parts`() {
    final class Witness: TapeWitness {
      var seen: [String] = []
      func drew(_ value: UInt64, below bound: UInt64) { seen.append("\(value) below \(bound)") }
      func beganPart(at position: Int) { seen.append("part at \(position)") }
    }
    let witness = Witness()
    let tape = ChoiceTape(recorded: [9, 4])
    tape.witness = witness
    _ = (tape.choose(below: 5), tape.choose(below: 1))
    tape.beginPart()
    _ = tape.choose(below: 10)
    #expect(witness.seen == ["4 below 5", "part at 1", "4 below 10"])
  }

  @Test func `As bytes, a tape draws the same again`() {
    func draw(_ tape: ChoiceTape) -> [UInt64] {
      [2, 256, 257, 1 << 24, 1 << 40, UInt64.max].map { tape.choose(below: $0) } + [tape.bits()]
    }
    let (first, bytes) = (ChoiceTape(seed: 21), ChoiceBytes())
    first.witness = bytes
    let values = draw(first)
    #expect(draw(ChoiceTape(bytes: bytes.bytes)) == values)
    #expect(bytes.bytes.count == 1 + 1 + 2 + 3 + 5 + 8 + 8)
  }
}
