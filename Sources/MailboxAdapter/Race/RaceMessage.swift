/// What racing producers enqueue: who made it, and which of its messages it is.
package struct RaceMessage: Codable, Hashable, Sendable {
  package var producer: Int
  package var number: Int

  package init(producer: Int, number: Int) {
    self.producer = producer
    self.number = number
  }
}

extension RaceMessage: LosslessStringConvertible {
  package var description: String { "\(producer).\(number)" }

  package init?(_ text: String) {
    let parts = text.split(separator: ".")
    guard parts.count == 2, let producer = Int(parts[0]), let number = Int(parts[1]) else { return nil }
    self.init(producer: producer, number: number)
  }
}
