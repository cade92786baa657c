import AppGroupMailbox
import MailboxTestSupport
import Testing

@testable import MailboxInspection

/// How things are written for people.
struct TextTests {
  @Test(arguments: [
    (Array("notes.txt".utf8), "notes.txt"), (Array("café ☕".utf8), "café ☕"),
    (Array("a\u{1B}[31mb".utf8), #"a\x1b[31mb"#), (Array("\u{9B}2J".utf8), #"\xc2\x9b2J"#),
    (Array("\u{202E}gpj.exe".utf8), #"\xe2\x80\xaegpj.exe"#),
    (Array("a\u{200B}\u{2028}".utf8), #"a\xe2\x80\x8b\xe2\x80\xa8"#),
    ([0x61, 0xFF, 0x0A], #"a\xff\x0a"#), (Array(#"back\slash"#.utf8), #"back\\slash"#),
  ])
  func `A name is written so that a terminal obeys nothing in it`(bytes: [UInt8], text: String) {
    #expect(SafeText.escaped(bytes) == text)
  }

  @Test func `What is not printable in JSON is written as a number and means the same`() {
    #expect(
      SafeText.printableJSON("{\"a\":\"\u{9B}x\u{202E}\u{E0001}é\"}\n") == #"{"a":"\u009bx\u202e\udb40\udc01é"}"# + "\n"
    )
  }

  @Test(
    arguments: [
      (0.0, "2001-01-01 00:00:00"), (805_000_000, "2026-07-06 03:06:40"), (-978_307_200, "1970-01-01 00:00:00"),
      (-1, "2000-12-31 23:59:59"), (5_097_600, "2001-03-01 00:00:00"),
      (94_608_000 + 86_400 * 59, "2004-02-29 00:00:00"),
      (1e300, "1e+300 s after 2001"), (-63_113_904_000, "0001-01-01 00:00:00"),
    ] as [(Double, String)])
  func `A moment is written by the calendar, where there is one`(seconds: Double, text: String) {
    #expect(Moment(seconds).text == text)
  }

  @Test(
    arguments: [
      (0.0, "0 s"), (59.9, "59 s"), (60, "1 min"), (3600, "1 h"), (86_400 * 3, "3 d"), (63_115_200, "2 y"),
      (-0.5, "0 s"), (-61, "in 1 min"), (1e300, "> 999 y"), (.infinity, "inf s"),
    ] as [(Double, String)])
  func `An age has one unit`(seconds: Double, text: String) {
    #expect(Age.text(seconds) == text)
  }

  @Test(
    arguments: [(0, "0 B"), (1023, "1023 B"), (1024, "1.0 KiB"), (1_048_576, "1.0 MiB"), (.max, "8388608.0 TiB")]
      as [(Int64, String)])
  func `A size has one unit`(bytes: Int64, text: String) {
    #expect(ByteCount.text(bytes) == text)
  }

  @Test func `The kernel's list tells who holds a lock, and does not mistake who waits or another file`() {
    let file = FileIdentity(volume: 0xFE01, number: 1234)
    let list = """
      1: POSIX  ADVISORY  WRITE 11 fe:01:1234 0 EOF
      2: FLOCK  ADVISORY  WRITE 22 fe:01:12345 0 EOF
      3: FLOCK  ADVISORY  WRITE 33 fe:01:1234 0 EOF
      3: -> FLOCK  ADVISORY  WRITE 44 fe:01:1234 0 EOF
      """
    #expect(KernelLocks.holder(of: file, in: list) == (true, 33))
    #expect(KernelLocks.holder(of: FileIdentity(volume: 0xFE02, number: 1234), in: list) == (false, nil))
  }
}
