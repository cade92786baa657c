import Foundation
import MailboxSimulation

/// A target that is wrong on purpose, to see that the driver finds it; there only if the environment asks for it.
struct PlantedTarget: FuzzTarget {
  enum Fault: String, CaseIterable {
    case wrong, trap, hang
  }

  let fault: Fault
  var name: String { fault.rawValue }
  var summary: String { "a planted fault: \(fault)" }

  /// The planted ones, where `MAILBOX_FUZZ_PLANTED` is set.
  static var wanted: [any FuzzTarget] {
    ProcessInfo.processInfo.environment["MAILBOX_FUZZ_PLANTED"] == nil ? [] : Fault.allCases.map(Self.init)
  }

  func failure(on tape: ChoiceTape) -> String? {
    numbers(tape) { number in
      switch fault {
      case .wrong: return "the number \(number) is wrong"
      case .trap: return "\([0][number])"
      case .hang: while true { pause() }
      }
    }
  }

  func examine(_ tape: ChoiceTape) -> FuzzOutcome {
    let failure = failure(on: tape)
    return FuzzOutcome(failure: failure, features: ["steps \(min(tape.parts.count, 4))"])
  }

  func listing(of tape: ChoiceTape) -> String {
    var lines: [String] = []
    _ = numbers(tape, seen: { lines.append("step \(lines.count): \($0)") }, atFault: { "\($0)" })
    return lines.isEmpty ? "no step" : lines.joined(separator: "\n")
  }

  /// Draws numbers; one in 256 is at fault.
  private func numbers(
    _ tape: ChoiceTape, seen: (Int) -> Void = { _ in }, atFault: (Int) -> String
  ) -> String? {
    for _ in 0..<tape.choose(below: 10) {
      tape.beginPart()
      let number = tape.choose(below: 512)
      seen(number)
      if number >= 510 { return atFault(number) }
    }
    return nil
  }
}
