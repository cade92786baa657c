#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// What the body of a message says about it, without the message itself (clauses LAY-11 to LAY-14).
package struct Envelope: Equatable, Sendable {
  /// The largest body there is, in bytes (clause LAY-15).
  package static let maximumBytes = 16_777_216

  package var id: UUID
  package var date: NameDate
  /// Where in the body the number of `enqueuedAt` stands.
  package var dateRange: Range<Int>
  /// Where in the body the message stands.
  package var messageRange: Range<Int>

  /// How far the date in a name may be from the one in the body, in seconds (clause LAY-14).
  static let dateTolerance = 0.001

  /// Whether a name may stand for this body.
  package func agrees(with name: PendingName) -> Bool {
    guard id == name.id else { return false }
    guard let details = name.details else { return true }
    return abs(details.date.seconds - date.seconds) <= Self.dateTolerance
  }

  /// A body with the message and nothing else: what nobody knows must not be too much for a decoder (clause SEC-8).
  package func message(of body: Data) -> Data {
    var only = Data(#"{"message":"#.utf8)
    only.append(body[body.startIndex + messageRange.lowerBound..<body.startIndex + messageRange.upperBound])
    only.append(UInt8(ascii: "}"))
    return only
  }

  /// The body with another date (clause DLQ-9); everything else stays as it was, byte for byte.
  package func redating(_ body: Data, to newDate: NameDate) -> Data {
    var redated = body
    let start = body.startIndex
    redated.replaceSubrange(
      start + dateRange.lowerBound..<start + dateRange.upperBound, with: Data(String(newDate.seconds).utf8))
    return redated
  }
}

/// What reading a body came to.
package enum EnvelopeVerdict: Equatable, Sendable {
  case valid(Envelope)
  /// Written by a later version: not ours to judge (clause LAY-13).
  case newerFormat
  case invalid
}

/// A body as it is written.
struct OutgoingEnvelope<Message: Encodable>: Encodable {
  var id: UUID
  var enqueuedAt: Date
  var message: Message
}

/// The part of a body that only the consumer can read.
struct IncomingMessage<Message: Decodable>: Decodable {
  var message: Message
}
