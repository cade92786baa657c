import MailboxSimulation
import Testing

@Suite struct `A recorded tape` {
  @Test(arguments: [[], [0], [1, 2, 3], [.max, 0, 10]] as [[UInt64]])
  func `Prints and parses to the same`(values: [UInt64]) throws {
    let recording = TapeRecording(label: "program", values: values)
    #expect(try TapeRecording(parsing: recording.text) == recording)
  }

  @Test func `Has a text of two lines`() {
    #expect(TapeRecording(label: "names", values: [4, 0, 12]).text == "choice-tape 1 names\n4 0 12\n")
  }

  @Test(arguments: [
    ("", TapeError.lines), ("choice-tape 1 names\n1 2", .lines), ("choice-tape 1 names\n1\n2\n", .lines),
    ("choice-tape 1 names\n1\n ", .lines), ("choice-tape 2 names\n1\n", .header), ("tape\n1\n", .header),
    ("choice-tape 1 \n1\n", .label), ("choice-tape 1 Names\n1\n", .label), ("choice-tape 1 a b\n1\n", .label),
    ("choice-tape 1 names\n1  2\n", .value(1)), ("choice-tape 1 names\n 1\n", .value(0)),
    ("choice-tape 1 names\n1 02\n", .value(1)), ("choice-tape 1 names\n+1\n", .value(0)),
    ("choice-tape 1 names\n-1\n", .value(0)), ("choice-tape 1 names\n18446744073709551616\n", .value(0)),
    ("choice-tape 1 names\n1 2 x\n", .value(2)), ("choice-tape 1 names\n1\t2\n", .value(0)),
  ])
  func `Is refused when it is not as it was written`(text: String, error: TapeError) {
    #expect(throws: error) { try TapeRecording(parsing: text) }
  }
}
