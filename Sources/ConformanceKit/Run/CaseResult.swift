/// What came of a case.
package struct CaseResult: Sendable {
  package enum Outcome: String, CaseIterable, Sendable {
    case pass, fail, crash, timeout
    /// The adapter did not keep to the protocol.
    case violation = "protocol"
    /// The implementation does not offer what the case needs, and need not.
    case unsupported
    /// This machine does not offer what the case needs.
    case notRun = "not-run"

    /// Whether the implementation is at fault.
    package var isFault: Bool { [.fail, .crash, .timeout, .violation].contains(self) }
  }

  package var conformanceCase: ConformanceCase
  package var outcome: Outcome
  /// One line each; empty if the case passed.
  package var problems: [String] = []
  /// The directory after the setup, and after the last step that was carried out.
  package var before: [String] = []
  package var after: [String] = []
  /// Where its folder was kept.
  package var kept: String?
  package var seconds = 0.0
}
