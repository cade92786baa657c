import ConformanceKit

extension PlantedEntry {
  /// A well-formed message with the number's identifier, its date so many seconds after the start.
  package static func message(
    _ number: Int, after seconds: Double = 0, attempts: Int = 0, text: String = "x"
  ) -> PlantedEntry {
    let date = MailboxBench.start + seconds
    return .file(
      EntryNames.pending(number, after: seconds, attempts: attempts),
      MailboxBench.body(number, date: date, message: #"{"text":"\#(text)"}"#))
  }
}
