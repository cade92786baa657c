import AppGroupMailbox
import Foundation
import MailboxTestSupport
import Testing

struct EnvelopeScannerTests {
  static let id = "0A1B2C3D-4E5F-4789-8ABC-DEF012345678"

  static func verdict(_ body: String) -> EnvelopeVerdict { EnvelopeScanner.scan(Data(body.utf8)) }

  @Test(
    .clauses("LAY-11"),
    arguments: [
      "null", "true", "false", "0", "-0", "-1.5e+300", "1E2", "\"\"", "\"é\\u00e9\\\\ \\\"\\/\\b\\f\\n\\r\\t\"", "[]",
      "{}",
      "[[],{},[{\"a\":[1,2]}]]", "{\"id\":\"x\",\"format\":9,\"message\":{}}", "\"\\ud800\"", "\"👩‍💻\"",
    ])
  func `Any JSON value may be the message`(message: String) throws {
    let body = #"{"id":"\#(Self.id)","enqueuedAt":-12.5,"message":\#(message)}"#
    guard case .valid(let envelope) = Self.verdict(body) else {
      Issue.record("refused")
      return
    }
    #expect(envelope.id == UUID(uuidString: Self.id))
    #expect(envelope.date.seconds == -12.5)
  }

  @Test(
    .clauses("LAY-11", "LAY-12"),
    arguments: [
      #" { "message" : 1 , "enqueuedAt" : 0 , "id" : "\#(id)" } "#,
      "\r\n\t{\"message\":1,\n\"enqueuedAt\":0,\"id\":\"\(id)\"}\n",
      #"{"id":"\#(id.lowercased())","enqueuedAt":0,"message":1}"#,
      #"{"\u0069d":"\#(id)","enqueuedAt":0,"message":1}"#,
      #"{"id":"\u0030\#(id.dropFirst())","enqueuedAt":0,"message":1}"#,
      #"{"id":"\#(id)","enqueuedAt":0,"message":1,"extra":[{"id":1}],"extra":2,"":null}"#,
      #"{"id":"\#(id)","enqueuedAt":0,"message":1,"format":1}"#,
      #"{"id":"\#(id)","enqueuedAt":0,"message":1,"format":1.0}"#,
    ])
  func `Order, space, case and unknown members do not matter`(body: String) {
    guard case .valid(let envelope) = Self.verdict(body) else {
      Issue.record("refused")
      return
    }
    #expect(envelope.id == UUID(uuidString: Self.id))
  }

  @Test(
    .clauses("LAY-11"),
    arguments: [
      "", " ", "null", "[]", "{", "}", "{}", #"{"id":"\#(id)","enqueuedAt":0}"#, #"{"id":"\#(id)","message":0}"#,
      #"{"enqueuedAt":0,"message":0}"#, #"{"id":"\#(id)","enqueuedAt":0,"message":0"#,
      #"{"id":"\#(id)","enqueuedAt":0,"message":0}}"#, #"{"id":"\#(id)","enqueuedAt":0,"message":0} x"#,
      #"{"id":"\#(id)","enqueuedAt":0,"message":0,}"#, #"{,"id":"\#(id)","enqueuedAt":0,"message":0}"#,
      #"{"id":"\#(id)","id":"\#(id)","enqueuedAt":0,"message":0}"#,
      #"{"id":"\#(id)","enqueuedAt":0,"enqueuedAt":0,"message":0}"#,
      #"{"id":"\#(id)","enqueuedAt":0,"message":0,"m\u0065ssage":0}"#, #"{"id":7,"enqueuedAt":0,"message":0}"#,
      #"{"id":"\#(id)x","enqueuedAt":0,"message":0}"#, #"{"id":"{\#(id)}","enqueuedAt":0,"message":0}"#,
      #"{"id":null,"enqueuedAt":0,"message":0}"#, #"{"id":"\#(id)","enqueuedAt":"0","message":0}"#,
      #"{"id":"\#(id)","enqueuedAt":null,"message":0}"#, #"{"id":"\#(id)","enqueuedAt":1e999,"message":0}"#,
      #"{"id":"\#(id)","enqueuedAt":NaN,"message":0}"#, #"{"id":"\#(id)","enqueuedAt":0,"message":01}"#,
      #"{"id":"\#(id)","enqueuedAt":+1,"message":0}"#, #"{"id":"\#(id)","enqueuedAt":1.,"message":0}"#,
      #"{"id":"\#(id)","enqueuedAt":.5,"message":0}"#, #"{"id":"\#(id)","enqueuedAt":0,"message":tru}"#,
      #"{"id":"\#(id)","enqueuedAt":0,"message":'x'}"#, #"{"id":"\#(id)","enqueuedAt":0,"message":"\x"}"#,
      #"{"id":"\#(id)","enqueuedAt":0,"message":"\u12g4"}"#, #"{"id":"\#(id)","enqueuedAt":0,"message":"\u12"#,
      "{\"id\":\"\(id)\",\"enqueuedAt\":0,\"message\":\"a\u{1}\"}", #"{"id":"\#(id)","enqueuedAt":0,"message":[1,]}"#,
      #"{"id":"\#(id)","enqueuedAt":0,"message":[1 2]}"#, #"{"id":"\#(id)","enqueuedAt":0,"message":{"a" 1}}"#,
      #"{"id":"\#(id)","enqueuedAt":0,"message":{1:1}}"#, #"{"id":"\#(id)","enqueuedAt":0,"message":[1}}"#,
      #"{"id":"\#(id)","enqueuedAt":0,"message":/*c*/0}"#, #"{id:"\#(id)","enqueuedAt":0,"message":0}"#,
      "\u{FEFF}{\"id\":\"\(id)\",\"enqueuedAt\":0,\"message\":0}", "\0\0\0\0",
    ])
  func `Anything else is no body`(body: String) {
    #expect(Self.verdict(body) == .invalid)
  }

  @Test(
    .clauses("LAY-11"),
    arguments: [
      [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80], [0xF0, 0x8F, 0xBF, 0xBF],
      [0xF4, 0x90, 0x80, 0x80],
      [0xF5, 0x80, 0x80, 0x80], [0x80], [0xFF], [0xE2, 0x82], [0xF0, 0x9F, 0x91],
    ] as [[UInt8]])
  func `Bytes that are not UTF-8 are no body`(bytes: [UInt8]) {
    var body = Data(#"{"id":"\#(Self.id)","enqueuedAt":0,"message":""#.utf8)
    body.append(contentsOf: bytes)
    body.append(contentsOf: "\"}".utf8)
    #expect(EnvelopeScanner.scan(body) == .invalid)
  }

  @Test(
    .clauses("LAY-13"),
    arguments: ["0", "-1", "0.5", "1.5", "\"2\"", "null", "true", "[2]", "{}", "1e999", "2,\"format\":2"])
  func `A format that is not an integer above 0 makes the body invalid`(format: String) {
    #expect(Self.verdict(#"{"id":"\#(Self.id)","enqueuedAt":0,"message":1,"format":\#(format)}"#) == .invalid)
  }

  @Test(.clauses("LAY-13"), arguments: [#"{"format":2}"#, #"{"format":2,"id":7,"id":8}"#, #"{"a":[],"format":1e3}"#])
  func `A later format is not judged`(body: String) {
    #expect(Self.verdict(body) == .newerFormat)
  }

  @Test(.clauses("SEC-8"), arguments: [10_000, 200_000])
  func `Depth needs no stack`(depth: Int) {
    let nested = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let body = #"{"id":"\#(Self.id)","enqueuedAt":0,"message":\#(nested)}"#
    guard case .valid = Self.verdict(body) else {
      Issue.record("refused")
      return
    }
    #expect(Self.verdict(String(body.dropLast(2))) == .invalid)
  }

  @Test(
    .clauses("LAY-14"), arguments: [(0.0, true), (0.0009, true), (-0.0009, true), (0.0011, false), (-0.0011, false)])
  func `Name and body may differ by a millisecond`(difference: Double, agrees: Bool) throws {
    guard case .valid(let envelope) = Self.verdict(MailboxBench.body(1, date: difference)) else {
      Issue.record("refused")
      return
    }
    #expect(envelope.agrees(with: MailboxBench.name(1, date: 0)) == agrees)
    #expect(!envelope.agrees(with: MailboxBench.name(2, date: 0)))
  }

  @Test(.clauses("DLQ-9"), arguments: [0, 1, -2.5, 805_000_000.123, 1e300])
  func `Redating changes the date and nothing else`(seconds: Double) throws {
    let body = #"{ "extra":1, "enqueuedAt" : 12.5 ,"id":"\#(Self.id)","message":{"enqueuedAt":12.5}}"#
    guard case .valid(let envelope) = Self.verdict(body) else {
      Issue.record("refused")
      return
    }
    let redated = envelope.redating(Data(body.utf8), to: try #require(NameDate(seconds: seconds)))
    guard case .valid(let again) = EnvelopeScanner.scan(redated) else {
      Issue.record("refused after redating")
      return
    }
    #expect(again.date.seconds == seconds)
    #expect(again.redating(redated, to: envelope.date) == Data(body.utf8))
  }
}
