import Foundation
import MailboxSimulation
import MailboxTestSupport

/// Runs programs from a seed until one shows a difference between library and model.
struct ProgramProperty {
  /// The seeds of a test run: fixed, or the one that the environment variable `MAILBOX_SEED` gives.
  static var seeds: [UInt64] {
    if let text = ProcessInfo.processInfo.environment["MAILBOX_SEED"] {
      guard let seed = UInt64(text) else { preconditionFailure("MAILBOX_SEED is no number: \(text)") }
      return [seed]
    }
    return TestLength.isLong ? Array(1...200) : Array(1...6)
  }

  let seed: UInt64

  /// What the first program that fails does, made small, and how to see it again; `nil` if all hold.
  func failure(programs count: Int) throws -> String? {
    let scratch = try ScratchDirectory()
    var generator = SplitMix64(seed: seed)
    for _ in 0..<count {
      let tape = ChoiceTape(seed: generator.next())
      if try MailboxProgram(drawnFrom: tape).firstMismatch(in: scratch) != nil {
        return try report(tape.drawn, scratch)
      }
    }
    return nil
  }

  private func report(_ values: [UInt64], _ scratch: ScratchDirectory) throws -> String {
    let small = TapeShrinker(maximumRuns: 400).shrink(values) { tape in
      // What cannot be executed is another failure than the one that is made small.
      ((try? MailboxProgram(drawnFrom: tape).firstMismatch(in: scratch)) ?? nil) != nil
    }
    let program = MailboxProgram(drawnFrom: ChoiceTape(recorded: small))
    let mismatch = try program.firstMismatch(in: scratch)
    let lines = TapeRecording(label: "program", values: small).text.split(separator: "\n").joined(separator: "\\n")
    return """
      seed \(seed): \(mismatch.map(String.init(describing:)) ?? "no mismatch when repeated")
      \(program.listing)
      the whole test again: MAILBOX_SEED=\(seed) swift test --filter 'Random programs'
      only this program: printf '\(lines)\\n' > program.tape && swift run MailboxFuzz --replay program.tape
      """
  }
}
