import MailboxSimulation

/// Something that is run on a tape and must hold whatever the tape says.
protocol FuzzTarget: Sendable {
  /// One word of letters from `a` to `z`; the label of its tapes.
  var name: String { get }
  /// Whether a campaign runs it without being told to.
  var isInDefaultRun: Bool { get }
  /// What it shows, in a line.
  var summary: String { get }
  /// What went wrong, or `nil`. An error it throws is a failure of the examination, not a finding.
  func failure(on tape: ChoiceTape) throws -> String?
  /// What the tape means to a person.
  func listing(of tape: ChoiceTape) -> String
}

extension FuzzTarget {
  var isInDefaultRun: Bool { true }
}

/// The targets there are.
enum FuzzTargets {
  static let all: [any FuzzTarget] = [
    SimulationTarget(), CrashTarget(), ProgramTarget(), DirectoryTarget(), NamesTarget(), EnvelopeTarget(),
    LockfileTarget(),
    ProtocolTarget(),
  ]

  static func named(_ name: String) -> (any FuzzTarget)? {
    all.first { $0.name == name }
  }
}
