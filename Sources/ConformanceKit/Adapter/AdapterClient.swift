/// The runner's end of the protocol: one JSON object a line, each with a number that comes back.
package final class AdapterClient: Adapter {
  package let introduction: AdapterIntroduction
  private let child: ChildProcess
  private let seconds: Double
  /// How long it may take to end after goodbye.
  private static let patience = 2.0
  private var sequence = 0

  /// Starts an adapter and greets it.
  ///
  /// - Parameters:
  ///   - command: The program and its arguments.
  ///   - root: What relative containers are relative to.
  ///   - seconds: How long an answer may take.
  package init(_ command: [String], root: String, within seconds: Double) throws(AdapterFault) {
    child = try ChildProcess(command)
    self.seconds = seconds
    sequence = 1
    let hello: JSON = ["protocols": [1], "root": .string(root)]
    do {
      introduction = try AdapterLine.introduction(Self.call(child, 1, "hello", hello, seconds))
    } catch {
      child.end()
      throw error
    }
  }

  package func call(_ operation: String, _ arguments: JSON) throws(AdapterFault) -> AdapterReply {
    sequence += 1
    return try Self.call(child, sequence, operation, arguments, seconds)
  }

  /// Says goodbye, and ends an adapter that does not go.
  package func close() {
    // Whatever it answers: it is over. One that answered has something to clear away, perhaps.
    if (try? call("bye", [:])) != nil { child.wait(seconds: Self.patience) }
    child.end()
  }

  /// Ends it without a word.
  package func end() { child.end() }

  private static func call(
    _ child: ChildProcess, _ sequence: Int, _ operation: String, _ arguments: JSON, _ seconds: Double
  ) throws(AdapterFault) -> AdapterReply {
    let line = try child.exchange(AdapterLine.request(sequence, operation, arguments), within: seconds)
    return try AdapterLine.reply(line, to: sequence, operation)
  }
}
