/// The first thing in which library and model differ.
package struct ProgramMismatch: Error, Hashable, Sendable {
  /// What differs.
  package enum Aspect: String, Sendable {
    case result, listing, diagnostics, wakeUp, tokens
  }

  /// The position of the step, from 0.
  package var step: Int
  package var operation: ProgramOperation
  package var aspect: Aspect
  package var expected: String
  package var seen: String
}

extension ProgramMismatch: CustomStringConvertible {
  package var description: String {
    """
    step \(step), \(readable(operation)): \(aspect.rawValue) differs
      expected \(expected)
      seen     \(seen)
    """
  }
}
