/// An adapter did not keep to the protocol: nothing it says after that counts.
package enum AdapterFault: Error, Equatable, CustomStringConvertible {
  /// It cannot be started.
  case absent(String)
  /// It ended, or was ended by a signal.
  case crash(String)
  /// It said nothing for too long.
  case timeout(String)
  /// It said something else than an answer.
  case violation(String)
  /// The run was interrupted while it was asked.
  case interrupted

  package var description: String {
    switch self {
    case .absent(let text), .crash(let text), .timeout(let text), .violation(let text): text
    case .interrupted: "the run was interrupted"
    }
  }
}
