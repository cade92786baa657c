import Foundation

/// An implementation within this process, asked in the lines of the adapter protocol.
package final class InProcessAdapter: Adapter {
  package let introduction: AdapterIntroduction
  private let answer: (Data) throws -> Data
  private var sequence = 1

  /// - Parameter answer: One conversation: what it says to each line; both without or with an end.
  package init(_ answer: @escaping (Data) throws -> Data) throws(AdapterFault) {
    self.answer = answer
    introduction = try AdapterLine.introduction(
      Self.call(answer, 1, "hello", ["protocols": [1], "root": "/"]))
  }

  /// Where such adapters come from.
  ///
  /// - Parameter conversation: Begins one with an implementation that remembers nothing of any other.
  package static func source(
    _ conversation: @escaping @Sendable () throws -> (Data) throws -> Data
  ) -> AdapterSource {
    AdapterSource(changesUser: false) { _ throws(AdapterFault) in
      let answer: (Data) throws -> Data
      do {
        answer = try conversation()
      } catch {
        throw .absent("\(error)")
      }
      return try InProcessAdapter(answer)
    }
  }

  package func call(_ operation: String, _ arguments: JSON) throws(AdapterFault) -> AdapterReply {
    sequence += 1
    return try Self.call(answer, sequence, operation, arguments)
  }

  private static func call(
    _ answer: (Data) throws -> Data, _ sequence: Int, _ operation: String, _ arguments: JSON
  ) throws(AdapterFault) -> AdapterReply {
    let line: Data
    do {
      line = try answer(Data(AdapterLine.request(sequence, operation, arguments)))
    } catch {
      throw .crash("\(error)")
    }
    return try AdapterLine.reply(line.split(separator: 0x0A).first.map(Array.init) ?? [], to: sequence, operation)
  }

  /// What it holds goes with it.
  package func close() {}

  package func end() {}
}
