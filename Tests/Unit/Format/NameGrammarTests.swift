import AppGroupMailbox
import Foundation
import MailboxTestSupport
import Testing

struct NameGrammarTests {
  static let id = "0A1B2C3D-4E5F-4789-8ABC-DEF012345678"
  static let token = "FFFFFFFF-0000-4000-8000-00000000000F"
  static let long = "pending-00000000000000000007-\(id)-c1c80cebe0100000-0003.json"
  static let legacy = "pending-18446744073709551615-\(id).json"

  @Test(.clauses("LAY-4", "LAY-9"))
  func `A pending name is read and written back the same`() throws {
    let name = try #require(PendingName(parsing: ArraySlice(Self.long.utf8)))
    #expect(name.ordinal == 7)
    #expect(name.id == UUID(uuidString: Self.id))
    #expect(name.details?.date.seconds == 807_000_000.125)
    #expect(name.attempts == 3)
    #expect(name.fileName.text == Self.long)
  }

  @Test(.clauses("LAY-4", "IOP-1"))
  func `A name of release 0_1 is a pending name without date and attempts`() throws {
    let name = try #require(PendingName(parsing: ArraySlice(Self.legacy.utf8)))
    #expect(name.ordinal == .max)
    #expect(name.isLegacy)
    #expect(name.fileName.text == Self.legacy)
  }

  @Test(
    .clauses("LAY-5", "LAY-6", "LAY-7"),
    arguments: [
      "claimed-\(token)-\(long)", "claimed-\(token)-\(legacy)", "deadletter-attempts-\(long)", "deadletter-x-\(legacy)",
      "deadletter-\(String(repeating: "q", count: 32))-\(long)", "quarantine-1-\(token).bin",
      "quarantine-00012-\(token)-type.bin", "quarantine-18446744073709551615-\(token)-oversize.bin",
    ])
  func `The other names are read and written back the same`(text: String) throws {
    switch EntryName(ArraySlice(text.utf8)) {
    case .claimed(let name): #expect(name.fileName.text == text)
    case .deadLetter(let name): #expect(name.fileName.text == text)
    case .quarantined(let name): #expect(name.fileName.text == text)
    case let other: Issue.record("\(text) is \(other)")
    }
  }

  @Test(
    .clauses("LAY-17"),
    arguments: [
      "pending-", "pending-.json", "pending-7-\(id).json", "pending-000000000000000000007-\(id).json",
      "pending-18446744073709551616-\(id).json", "pending-0000000000000000000a-\(id).json",
      "pending-00000000000000000007-\(id.lowercased()).json", "pending-00000000000000000007-\(id).jso",
      "pending-00000000000000000007-\(id).json ", "pending-00000000000000000007-\(id)-.json",
      "pending-00000000000000000007-\(id)-C1C80CEBE0100000-0003.json",
      "pending-00000000000000000007-\(id)-c1c80cebe0100000-003.json",
      "pending-00000000000000000007-\(id)-c1c80cebe0100000-00003.json",
      "pending-00000000000000000007-\(id)-c1c80cebe0100000.json",
      "pending-00000000000000000007-\(id)-7fffffffffffffff-0000.json",
      "pending-00000000000000000007-\(id)-fff8000000000000-0000.json",
      "pending-00000000000000000007-\(id)-fff0000000000000-0000.json",
      "claimed-\(token)", "claimed-\(token)-", "claimed-\(token)-claimed-\(token)-\(long)",
      "claimed-\(token.lowercased())-\(long)", "deadletter--\(long)", "deadletter-Attempts-\(long)",
      "deadletter-\(String(repeating: "q", count: 33))-\(long)", "deadletter-attempts", "quarantine--\(token).bin",
      "quarantine-18446744073709551616-\(token).bin", "quarantine-1-\(token)-.bin", "quarantine-1-\(token)-a1.bin",
      "quarantine-1-\(token)-type.bin.bin",
    ])
  func `What starts like ours and is anything but canonical is malformed`(text: String) {
    #expect(EntryName(ArraySlice(text.utf8)) == .malformed)
  }

  @Test(
    .clauses("LAY-16"),
    arguments: [
      "", ".DS_Store", "note.txt", "Pending-", "pending", "xpending-", " pending-\(id)", ".mailbox.lock", ".tmp",
      "claimed",
      "deadletters-x", "quarantine",
    ])
  func `Everything else is foreign`(text: String) {
    #expect(EntryName(ArraySlice(text.utf8)) == .foreign)
  }

  @Test(.clauses("LAY-21"))
  func `Temporaries of release 0_1 are known by their beginning`() {
    #expect(EntryName(ArraySlice(".dat.nosync1a2b.xyz".utf8)) == .legacyTemporary)
  }

  @Test(.clauses("LAY-9"))
  func `Attempts stop at 9999`() {
    let name = MailboxBench.name(1, attempts: 9998)
    #expect(name.raisingAttempts().attempts == 9999)
    #expect(name.raisingAttempts().raisingAttempts().attempts == 9999)
    #expect(name.raisingAttempts().raisingAttempts().fileName.text.hasSuffix("-9999.json"))
  }

  @Test(.clauses("NSP-1"), arguments: ["a", "A.b_c-9", "...", ".tmp", String(repeating: "n", count: 64)])
  func `A namespace of the permitted characters is one`(text: String) {
    #expect(NamespaceName(text)?.fileName.text == text)
  }

  @Test(
    .clauses("NSP-1", "NSP-2"),
    arguments: [
      "", ".", "..", "a/b", "../x", "a b", "ä", "a\u{0}", "а", "Ａ", String(repeating: "n", count: 65), "a\n",
    ])
  func `Any other text is no namespace`(text: String) {
    #expect(NamespaceName(text) == nil)
  }
}
