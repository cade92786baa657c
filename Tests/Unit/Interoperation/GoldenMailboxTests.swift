import AppGroupMailbox
import Foundation
import MailboxSimulation
import MailboxTestSupport
import Testing

/// The mailboxes that release 0.1 left, as their manifest describes them.
struct GoldenMailboxTests {
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fixtures/golden-0.1")

  struct Expected: Decodable {
    var pending: [Message]
    var claimed: [Message]?

    struct Message: Decodable {
      var id: UUID
      var message: JSONText
      var enqueuedAt: Double
    }
  }

  static func manifest() throws -> [String: Expected] {
    try JSONDecoder().decode(
      [String: Expected].self, from: Data(contentsOf: folder.appendingPathComponent("manifest.json")))
  }

  /// A copy, for nothing may be written into the golden ones; of names and contents, whoever owns them.
  static func copy(_ name: String) throws -> (ScratchDirectory, URL) {
    let scratch = try ScratchDirectory()
    let container = URL(fileURLWithPath: scratch.path).appendingPathComponent(name)
    let directory = container.appendingPathComponent("AppGroupMailbox/golden")
    let original = folder.appendingPathComponent("\(name)/AppGroupMailbox/golden")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    for file in try FileManager.default.contentsOfDirectory(atPath: original.path) {
      try Data(contentsOf: original.appendingPathComponent(file)).write(to: directory.appendingPathComponent(file))
    }
    return (scratch, container)
  }

  static let patient = MailboxLimits(messageLifetime: 1e12, claimTimeout: 1e12)

  @Test(
    .clauses("IOP-1", "ORD-3", "CLM-4"),
    arguments: ["fifo", "imported-order", "message-shapes", "odd-dates", "one-claimed"])
  func `Each is read as its manifest says`(name: String) throws {
    let expected = try #require(try Self.manifest()[name])
    let (scratch, container) = try Self.copy(name)
    defer { withExtendedLifetime(scratch) {} }
    let mailbox = try AppGroupMailbox<JSONText>(containerURL: container, namespace: "golden", limits: Self.patient)
    let claims = try mailbox.claimPending()
    #expect(claims.map(\.id) == expected.pending.map(\.id))
    #expect(claims.map(\.message) == expected.pending.map(\.message))
    #expect(claims.map(\.enqueuedAt.timeIntervalSinceReferenceDate) == expected.pending.map(\.enqueuedAt))
    #expect(try mailbox.statistics().claimed == expected.pending.count + (expected.claimed?.count ?? 0))
    #expect(try mailbox.statistics().quarantined == 0)
    for claim in claims { try claim.acknowledge() }
  }

  @Test(.clauses("IOP-1", "IOP-4", "REC-1"))
  func `A claim of release 0_1 is left alone while it is active, and recovered when it is not`() throws {
    let (scratch, container) = try Self.copy("one-claimed")
    defer { withExtendedLifetime(scratch) {} }
    let directory = container.appendingPathComponent("AppGroupMailbox/golden").path
    func claimedNames() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: directory).filter { $0.hasPrefix("claimed-F2D1A0FF") }
    }
    let before = try claimedNames()
    #expect(before.count == 1)
    let patient = try AppGroupMailbox<JSONText>(containerURL: container, namespace: "golden", limits: Self.patient)
    try patient.performMaintenance()
    #expect(try claimedNames() == before)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -700)], ofItemAtPath: "\(directory)/\(before[0])")
    let mailbox = try AppGroupMailbox<JSONText>(
      containerURL: container, namespace: "golden", limits: MailboxLimits(messageLifetime: 1e12))
    let expected = try #require(try Self.manifest()["one-claimed"])
    let all = (try #require(expected.claimed) + expected.pending).map(\.id)
    #expect(try mailbox.claimPending().map(\.id) == all)
  }
}

/// Any JSON value, compared by its canonical text.
struct JSONText: Codable, Equatable, Sendable {
  var text: String

  private enum Value: Codable, Equatable {
    case null, bool(Bool), number(Double), string(String), array([Value]), object([String: Value])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .null
      } else if let value = try? container.decode(Bool.self) {
        self = .bool(value)
      } else if let value = try? container.decode(Double.self) {
        self = .number(value)
      } else if let value = try? container.decode(String.self) {
        self = .string(value)
      } else if let value = try? container.decode([Value].self) {
        self = .array(value)
      } else {
        self = .object(try container.decode([String: Value].self))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .null: try container.encodeNil()
      case .bool(let value): try container.encode(value)
      case .number(let value): try container.encode(value)
      case .string(let value): try container.encode(value)
      case .array(let value): try container.encode(value)
      case .object(let value): try container.encode(value)
      }
    }
  }

  init(from decoder: any Decoder) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    text = String(decoding: try encoder.encode(try Value(from: decoder)), as: UTF8.self)
  }

  func encode(to encoder: any Encoder) throws {
    try JSONDecoder().decode(Value.self, from: Data(text.utf8)).encode(to: encoder)
  }
}
