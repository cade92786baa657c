import MailboxSimulation

/// Something that is run on a tape and must hold whatever the tape says.
protocol FuzzTarget: Sendable {
  /// One word of letters from `a` to `z`; the label of its tapes.
  var name: String { get }
  /// What it shows, in a line.
  var summary: String { get }
  /// What went wrong, or `nil`. An error it throws is a failure of the examination, not a finding.
  func failure(on tape: ChoiceTape) throws -> String?
  /// The same, and what the run reached: a target that tells it is led by it, and by default none does.
  func examine(_ tape: ChoiceTape) throws -> FuzzOutcome
  /// What the tape means to a person.
  func listing(of tape: ChoiceTape) -> String
}

extension FuzzTarget {
  func examine(_ tape: ChoiceTape) throws -> FuzzOutcome {
    FuzzOutcome(failure: try failure(on: tape))
  }
}

/// What came of a run.
struct FuzzOutcome {
  var failure: String?
  /// What it reached, each in a few words from a bounded set, such as an operation and its result.
  var features: Set<String> = []
}

/// The targets there are.
enum FuzzTargets {
  static let all: [any FuzzTarget] = [
    SimulationTarget(), CrashTarget(), ProgramTarget(), DirectoryTarget(), NamesTarget(), EnvelopeTarget(),
    LockfileTarget(),
    ProtocolTarget(),
  ]

  /// Those that can be named.
  static var known: [any FuzzTarget] { all + PlantedTarget.wanted }

  static func named(_ name: String) -> (any FuzzTarget)? {
    known.first { $0.name == name }
  }
}
