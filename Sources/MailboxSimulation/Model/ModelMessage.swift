package import Foundation

/// A message of the model: what its file's name says, and what is in the file.
package struct ModelMessage: Hashable, Sendable {
  package var ordinal: UInt64
  package var id: UUID
  /// Seconds since 2001-01-01T00:00:00Z.
  package var date: Double
  package var attempts: Int
  /// The message as JSON text.
  package var payload: String
  /// The size of the whole body, in bytes.
  package var size: Int
  package var body: ModelBody

  /// A message in a file of the given name and content.
  package init(
    ordinal: UInt64, id: UUID, date: Double, attempts: Int = 0, payload: String, size: Int, body: ModelBody = .valid
  ) {
    self.ordinal = ordinal
    self.id = id
    self.date = date
    self.attempts = attempts
    self.payload = payload
    self.size = size
    self.body = body
  }

  /// What the message's file is called while it is pending, as far as it tells two files apart.
  package var name: ModelName {
    ModelName(ordinal: ordinal, id: id, date: date, attempts: attempts)
  }
}

/// What a reader finds in a message's file.
package enum ModelBody: Hashable, Sendable {
  /// A body as LAY-11 to LAY-14 want it.
  case valid
  /// No valid body.
  case malformed
  /// The body of a message with another identifier, or with another date.
  case ofAnotherMessage, ofAnotherDate
  /// A valid body of a format above 1.
  case newerFormat
}

/// The four parts of a pending name; equal names are one file.
package struct ModelName: Hashable, Sendable {
  package var ordinal: UInt64
  package var id: UUID
  package var date: Double
  package var attempts: Int

  /// A name of the given parts.
  package init(ordinal: UInt64, id: UUID, date: Double, attempts: Int) {
    self.ordinal = ordinal
    self.id = id
    self.date = date
    self.attempts = attempts
  }
}

extension ModelName: Comparable {
  /// Delivery order: date, ordinal, identifier (ORD-1, ORD-2); attempts only make it a total order of files.
  package static func < (first: ModelName, second: ModelName) -> Bool {
    if first.date != second.date { return first.date < second.date }
    if first.ordinal != second.ordinal { return first.ordinal < second.ordinal }
    if first.id != second.id { return first.id.bytes.lexicographicallyPrecedes(second.id.bytes) }
    return first.attempts < second.attempts
  }
}

extension ModelName: CustomStringConvertible {
  package var description: String {
    "(ordinal \(ordinal), id \(id), date \(date), attempts \(attempts))"
  }
}

extension UUID {
  fileprivate var bytes: [UInt8] {
    withUnsafeBytes(of: uuid) { Array($0) }
  }
}
