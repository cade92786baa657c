import MailboxTestSupport
import Testing

/// Names that start like ours: which are right, and every way in which one can be wrong.
enum MalformedNames {
  /// A pending name in parts, each of which can be put wrong.
  private struct Parts {
    var ordinal = "00000000000000000001"
    var id = EntryNames.id(1)
    var date = EntryNames.date(MailboxBench.start)
    var attempts = "0000"
    var ending = ".json"

    var name: String { "pending-\(ordinal)-\(id)-\(date)-\(attempts)\(ending)" }
  }

  private static func wrong(_ change: (inout Parts) -> Void) -> String {
    var parts = Parts()
    change(&parts)
    return parts.name
  }

  private static let ordinals = [
    "", "1", "0000000000000000001", "000000000000000000001", "18446744073709551616", "99999999999999999999",
    "-0000000000000000001", "+0000000000000000001", "0000000000000000000x", " 0000000000000000001",
    "0x000000000000000001",
    "٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠١", "0000000000.000000001",
  ].map { ordinal in wrong { $0.ordinal = ordinal } }

  private static let identifiers = [
    "", EntryNames.id(0xABCDEF).lowercased(), "00000000-0000-4000-8000-00000000000",
    "00000000-0000-4000-8000-0000000000011",
    "00000000-0000-4000-8000-00000000000G", "0000000000004000800000000000000001", "{\(EntryNames.id(1))}",
    "00000000-0000-4000-80000-0000000000-1", "00000000_0000_4000_8000_000000000001",
  ].map { id in wrong { $0.id = id } }

  /// A quiet and a loud NaN of both signs, the infinities, minus zero as it stands, and digits of the wrong kind.
  private static let dates = [
    "fff8000000000000", "fff0000000000001", "0007ffffffffffff", "000ffffffffffffe", "fff0000000000000",
    "000fffffffffffff",
    "7fffffffffffffff", "ffffffffffffffff", "0000000000000000", EntryNames.date(MailboxBench.start).uppercased(),
    "c1c7fdbd200000", "c1c7fdbd2000000000", "c1c7fdbd2000000g", "", "c1c7fdbd 2000000",
  ].map { date in wrong { $0.date = date } }

  private static let attempts = ["000", "00000", "", "-001", "+001", "000a", "0x10", "٠٠٠٠"].map { attempts in
    wrong { $0.attempts = attempts }
  }

  private static let endings = [
    "", ".JSON", ".jsn", ".json.", ".json ", ".json~", ".json.bak", ".jsonl", ".json\n", ".json\r\n", ".jsonx", ".tmp",
    "json",
    "-.json", "-0.json", "\n.json",
  ].map { ending in wrong { $0.ending = ending } }

  private static let wholes = [
    "pending-", "pending-.json", "pending--", "pending-1.json", "pending-notes.txt", "pending-\(EntryNames.id(1)).json",
    "pending-00000000000000000001.json", "pending-00000000000000000001-\(EntryNames.id(1))-.json",
    "pending-00000000000000000001-\(EntryNames.id(1))-0000.json", EntryNames.legacy(1) + "x",
    EntryNames.legacy(1) + "\n",
    "pending-\n", "pending-\u{202E}nosj", "pending-" + String(repeating: "0", count: 247),
    Parts().name.replacing("pending-", with: "pending-pending-"), Parts().name + String(repeating: "j", count: 150),
  ]

  private static let claimed =
    [
      "claimed-", "claimed-\(EntryNames.id(9))", "claimed-\(EntryNames.id(9))-", "claimed-\(EntryNames.pending(1))",
      "claimed-\(EntryNames.id(0xABC).lowercased())-\(EntryNames.pending(1))", EntryNames.claimed(1) + "x",
      "claimed-\(EntryNames.id(9))-\(EntryNames.claimed(1))", "claimed-\(EntryNames.id(9))--\(EntryNames.pending(1))",
      "claimed-\(EntryNames.id(9))-\(EntryNames.deadLetter(1))", "claimed-x-\(EntryNames.pending(1))",
    ] + (ordinals.prefix(5) + dates.prefix(8) + attempts.prefix(2)).map { "claimed-\(EntryNames.id(9))-\($0)" }

  private static let deadLetters =
    [
      "deadletter-", "deadletter-rejected", "deadletter-rejected-", "deadletter-\(EntryNames.pending(1))",
      "deadletter--\(EntryNames.pending(1))", "deadletter-Rejected-\(EntryNames.pending(1))",
      "deadletter-two-words-\(EntryNames.pending(1))", "deadletter-wörter-\(EntryNames.pending(1))",
      "deadletter-\(String(repeating: "a", count: 33))-\(EntryNames.pending(1))", EntryNames.deadLetter(1) + "x",
      "deadletter-rejected-\(EntryNames.claimed(1))",
    ] + (ordinals.prefix(5) + dates.prefix(8) + attempts.prefix(2)).map { "deadletter-rejected-\($0)" }

  private static let quarantined = [
    "quarantine-", "quarantine-1", "quarantine-\(EntryNames.id(1)).bin", "quarantine--\(EntryNames.id(1)).bin",
    EntryNames.quarantine(1, milliseconds: "18446744073709551616"),
    EntryNames.quarantine(1, milliseconds: "000000000000000000001"),
    EntryNames.quarantine(1, milliseconds: "-1"), EntryNames.quarantine(1, milliseconds: "1x"),
    EntryNames.quarantine(1, reason: ""), EntryNames.quarantine(1, reason: "Body"),
    EntryNames.quarantine(1, reason: "a-b"),
    EntryNames.quarantine(1, reason: String(repeating: "a", count: 33)), EntryNames.quarantine(1) + ".gz",
    EntryNames.quarantine(1).replacing(".bin", with: ".json"), EntryNames.quarantine(0xABC).lowercased(),
  ]

  /// Bytes that are no text.
  private static let bytes: [[UInt8]] = [
    Array("pending-".utf8) + [0xFF, 0xFE], Array("pending-".utf8) + [0xC3], Array("claimed-".utf8) + [0x80],
    Array("deadletter-".utf8) + [0xED, 0xA0, 0x80], Array("quarantine-".utf8) + [0xF5, 0x80, 0x80, 0x80],
    Array(Parts().name.utf8) + [0xA0], Array("pending-".utf8) + [UInt8](repeating: 0xFF, count: 247),
    Array("pending-".utf8) + [0x01, 0x1B, 0x7F],
  ]

  /// Bytes with a description that can be printed.
  struct Name: Sendable, CustomTestStringConvertible {
    var bytes: [UInt8]

    var testDescription: String { String(decoding: bytes, as: UTF8.self).debugDescription }
  }

  static let all: [Name] =
    (ordinals + identifiers + dates + attempts + endings + wholes + claimed + deadLetters + quarantined)
    .map { Name(bytes: Array($0.utf8)) } + bytes.map(Name.init)

  /// Right to the last digit, at the bounds of the grammar; and what becomes of them in a claim.
  static let wellFormed: [(name: String, left: String)] = [
    (EntryNames.pending(1, ordinal: 0), "claimed 1 attempts 1"),
    (EntryNames.pending(1, ordinal: .max), "claimed 1 attempts 1"),
    (EntryNames.deadLetter(1, "a"), "deadletter a 1"),
    (EntryNames.deadLetter(1, String(repeating: "z", count: 32)), "deadletter \(String(repeating: "z", count: 32)) 1"),
    (EntryNames.quarantine(1, milliseconds: "18446744073709551615"), "quarantine body"),
    (EntryNames.quarantine(1, milliseconds: "00000000000000000001"), "quarantine body"),
    (EntryNames.quarantine(1, milliseconds: "0", reason: nil), "quarantine without a reason"),
    (
      EntryNames.quarantine(1, reason: String(repeating: "q", count: 32)),
      "quarantine \(String(repeating: "q", count: 32))"
    ),
  ]
}
