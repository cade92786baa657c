import ConformanceKit
import Foundation
import MailboxTestSupport
import Testing

/// Bodies for message 1, right and wrong.
struct Body: Sendable, CustomTestStringConvertible {
  var title: String
  var bytes: [UInt8]

  var testDescription: String { title }

  init(_ title: String, _ bytes: [UInt8]) {
    self.title = title
    self.bytes = bytes
  }

  init(_ title: String, _ text: String) {
    self.init(title, Array(text.utf8))
  }

  static let id = #""id":"\#(EntryNames.id(1))""#
  static let date = #""enqueuedAt":805000000"#
  static let message = #""message":{"text":"x"}"#

  /// An object of members.
  static func object(_ title: String, _ members: String...) -> Body {
    Body(title, "{\(members.joined(separator: ","))}")
  }

  /// The file that holds it.
  var entry: PlantedEntry { PlantedEntry(EntryNames.pending(1), .file(bytes)) }
}

/// What is no body, and is quarantined for it.
enum MalformedBodies {
  private static let good = Array(MailboxBench.body(1).utf8)

  private static let damaged = [
    Body("empty", []), Body("one NUL", [0]), Body("NULs of the right length", [UInt8](repeating: 0, count: good.count)),
    Body("the first half", Array(good.prefix(good.count / 2))), Body("all but the last byte", Array(good.dropLast())),
    Body("NULs for its second half", good.prefix(60) + [UInt8](repeating: 0, count: good.count - 60)),
    Body("a NUL behind it", good + [0]), Body("spaces", "   \n"), Body("a brace", "{"), Body("text", "hello"),
    Body("twice", good + good), Body("a bracket behind it", good + [0x5D]), Body("a comma behind it", good + [0x2C]),
    Body("a byte-order mark", [0xEF, 0xBB, 0xBF] + good),
    Body("UTF-16, least significant byte first", good.flatMap { [$0, 0] }),
    Body("UTF-16, most significant byte first", good.flatMap { [0, $0] }),
    Body("UTF-16 with a byte-order mark", [0xFF, 0xFE] + good.flatMap { [$0, 0] }),
    Body("UTF-32", good.flatMap { [$0, 0, 0, 0] }),
  ]

  private static let notObjects = [
    Body("an array", "[\(MailboxBench.body(1))]"), Body("an empty array", "[]"), Body("a string", #""text""#),
    Body("null", "null"),
    Body("a number", "1"), Body("true", "true"), Body("an empty object", "{}"),
  ]

  private static let members = [
    Body.object("no id", Body.date, Body.message), .object("no date", Body.id, Body.message),
    .object("no message", Body.id, Body.date), .object("id twice", Body.id, Body.id, Body.date, Body.message),
    .object("date twice", Body.id, Body.date, Body.date, Body.message),
    .object("message twice", Body.id, Body.date, Body.message, Body.message),
    .object(
      "id twice, once spelled with escapes", Body.id, #""\u0069\u0064":"\#(EntryNames.id(1))""#, Body.date, Body.message
    ),
    .object("message twice, once spelled with an escape", Body.id, Body.date, Body.message, #""messag\u0065":1"#),
    .object("format twice", Body.id, Body.date, Body.message, #""format":1,"f\u006Frmat":1"#),
    .object("names in capitals", Body.id.replacing("id", with: "ID"), Body.date, Body.message),
    .object("a name with a NUL", Body.id.replacing("id", with: #"id\u0000"#), Body.date, Body.message),
  ]

  private static let identifiers = [
    "null", "1", "[]", #""""#, #""\#(EntryNames.id(1)) ""#, #""{\#(EntryNames.id(1))}""#,
    #""00000000000040008000000000000001""#,
    #""00000000-0000-4000-8000-00000000000""#, #""0000000O-0000-4000-8000-000000000001""#,
  ].map { Body.object("id \($0)", #""id":\#($0)"#, Body.date, Body.message) }

  private static let dates = [
    "null", "true", #""805000000""#, "[805000000]", "{}", "NaN", "Infinity", "-Infinity", "nan", "1e999", "-1e999",
    "+805000000",
    "0805000000", ".805e9", "805000000.", "8.05e", "0x2FFB6A40", "805_000_000", "1e9e9", "--1", "٨",
  ].map { Body.object("date \($0)", Body.id, #""enqueuedAt":\#($0)"#, Body.message) }

  private static let formats = [
    "0", "-1", "1.5", "0.9999", #""1""#, #""2""#, "null", "true", "[1]", "{}", "-2", "1e-5", "1e400", "NaN",
  ].map { Body.object("format \($0)", Body.id, Body.date, Body.message, #""format":\#($0)"#) }

  private static let syntax = [
    Body.object("a comma too many", Body.id, Body.date, Body.message, ""),
    .object("a comma at the start", "", Body.id, Body.date, Body.message),
    Body("a comment", "/* x */" + MailboxBench.body(1)), Body("a comment behind it", MailboxBench.body(1) + "// x"),
    Body("single quotes", MailboxBench.body(1).replacing("\"", with: "'")),
    Body("names without quotes", "{id:\"\(EntryNames.id(1))\",enqueuedAt:805000000,message:1}"),
    Body("equals signs", MailboxBench.body(1).replacing(":", with: "=")),
    .object("a line break in a string", Body.id, Body.date, "\"message\":\"a\nb\""),
    .object("a tab in a string", Body.id, Body.date, "\"message\":\"a\tb\""),
    .object("an escape that is none", Body.id, Body.date, #""message":"\x41""#),
    .object("a short escape", Body.id, Body.date, #""message":"\u12""#),
    .object("an escape with a sign", Body.id, Body.date, #""message":"\u+123""#),
    .object("a string without its end", Body.id, Body.date, #""message":"a"#),
    .object("brackets that do not match", Body.id, Body.date, #""message":[{]}"#),
    .object("a wrong literal", Body.id, Body.date, #""message":True"#),
    .object("a literal cut off", Body.id, Body.date, #""message":tru"#),
    .object("a vertical tab for a space", Body.id, "\u{0B}" + Body.date, Body.message),
    .object("a hard space for a space", Body.id, "\u{A0}" + Body.date, Body.message),
    .object("a missing colon", Body.id, Body.date, #""message" 1"#),
    .object("a number for a name", Body.id, Body.date, Body.message, "1:1"),
    .object("a date of 24 open arrays", Body.id, #""enqueuedAt":\#(String(repeating: "[", count: 24))"#, Body.message),
  ]

  /// Encodings that UTF-8 does not permit, in the message, in a name and in a member nobody knows.
  private static let encodings: [Body] = [
    [0xFF], [0xC3], [0x80], [0xC0, 0xAF], [0xE0, 0x80, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
    [0xF8, 0x88, 0x80, 0x80, 0x80],
    [0xE2, 0x82],
  ].flatMap { (bytes: [UInt8]) -> [Body] in
    let hexadecimal = bytes.map { String($0, radix: 16) }.joined(separator: " ")
    let head = Array("{\(Body.id),\(Body.date),".utf8)
    return [
      Body("\(hexadecimal) in the message", head + Array(#""message":""#.utf8) + bytes + Array(#""}"#.utf8)),
      Body("\(hexadecimal) in a name", head + Array((Body.message + #",""#).utf8) + bytes + Array(#"":1}"#.utf8)),
    ]
  }

  static let all =
    damaged + notObjects + members + identifiers + dates + formats + syntax + encodings
}

/// What is a body, however odd it looks.
enum OddBodies {
  static let all = [
    Body(
      "spaces everywhere",
      " \t\r\n{ \"id\" : \"\(EntryNames.id(1))\" ,\n\"enqueuedAt\"\t:\r805000000 , \"message\" : { \"text\" : \"x\" } } \n"
    ),
    .object("another order", Body.message, Body.date, Body.id),
    .object("a lower-case id", Body.id.lowercased(), Body.date, Body.message),
    .object("an id spelled with escapes", #""id":"\u0030\#(EntryNames.id(1).dropFirst())""#, Body.date, Body.message),
    .object(
      "names spelled with escapes", Body.id.replacing("id", with: #"\u0069\u0064"#), Body.date,
      #""\u006dessage":{"te\u0078t":"x"}"#),
    .object("a date with an exponent", Body.id, #""enqueuedAt":8.05E+8"#, Body.message),
    .object("a date with zeros", Body.id, #""enqueuedAt":805000000.000000000000000000000"#, Body.message),
    .object("format 1", Body.id, Body.date, Body.message, #""format":1"#),
    .object(
      "unknown members", Body.id, Body.date, Body.message, #""later":{"id":1,"message":[null]},"":0,"Id":2,"formats":9"#
    ),
    .object("an unknown member twice", Body.id, Body.date, Body.message, #""more":1,"more":2"#),
  ]
}
