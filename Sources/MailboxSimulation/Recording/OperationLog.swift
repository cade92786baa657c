/// Where somebody who uses a mailbox writes down what he does: before each call and after it.
package protocol OperationLog {
  /// - Returns: The operation's number, for ``finish(_:_:)``.
  func invoke(_ call: HistoryCall) throws -> Int
  func finish(_ operation: Int, _ outcome: HistoryOutcome) throws
}
