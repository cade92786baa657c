import Foundation

/// One line that comes in, as far as it says what is wanted.
struct Request: Decodable {
  var seq: Int
  var op: String

  /// Decodes a line, with "inf", "-inf" and "nan" for what JSON has no numbers for.
  static let decoder: JSONDecoder = {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return decoder
  }()
}

/// The same line once more, for the arguments of a known operation.
struct RequestArguments<Arguments: Decodable>: Decodable {
  var args: Arguments
}

/// The arguments of the operations, under the names they have on the wire.
enum RequestBody {
  struct Hello: Decodable {
    var protocols: [Int]
    /// What a relative container is relative to.
    var root: String?
  }

  struct Open: Decodable {
    var container: String
    var namespace: String
    var limits: LimitsOnWire?
    var policy: String?
    var durability: String?
    var consumer: String?
  }

  /// For operations that need only to know which mailbox; without a number it is the one opened last.
  struct Mailbox: Decodable {
    var mailbox: Int?
  }

  struct Enqueue: Decodable {
    var mailbox: Int?
    var message: JSONValue
    var id: UUID?
    var enqueuedAt: Double?
  }

  struct EnqueueBatch: Decodable {
    struct Item: Decodable {
      var message: JSONValue
      var id: UUID?
    }

    var mailbox: Int?
    var messages: [Item]
  }

  struct Clock: Decodable {
    /// Seconds since 2001.
    var now: Double
  }

  struct Claim: Decodable {
    var mailbox: Int?
    var limit: Int?
  }

  struct HeldClaim: Decodable {
    var claim: Int
  }

  struct Letter: Decodable {
    var letter: Int
  }
}
