import AppGroupMailbox
import ConformanceKit

/// All dead letters of a mailbox, without touching it.
struct DeadLetterList {
  private let inspection: Inspection

  init(of place: MailboxPlace, showingContents: Bool, _ looker: MailboxLooker) throws(PlaceProblem) {
    var settings = Inspection.Settings()
    settings.limit = .max
    settings.showsContents = showingContents
    inspection = try Inspection(of: place, settings, looker)
  }

  func text(_ style: TerminalStyle) -> String {
    let letters = inspection.sight.deadLetters
    guard !letters.isEmpty else { return "no dead letters\n" }
    let rows = letters.map { letter in
      [
        letter.message!.id.uuidString, letter.enqueuedAt.map { Moment($0).text } ?? "?",
        "\(letter.message!.attempts)", Inspection.reason(of: letter),
      ]
    }
    let lines = Columns([["ID", "enqueued", "attempts", "why"]] + rows, numeric: [2]).lines
    let told = zip(letters, lines.dropFirst()).flatMap { letter, line in
      inspection.settings.showsContents ? [line, "  " + content(of: letter)] : [line]
    }
    return ([style.quiet(lines[0])] + told).joined(separator: "\n") + "\n"
  }

  private func content(of letter: SeenEntry) -> String {
    inspection.contents[letter.name].map { SafeText.printableJSON($0).replacing("\n", with: " ") }
      ?? "(no message can be read)"
  }

  var json: JSON {
    .object([
      "format": 1, "path": .string(SafeText.escaped(inspection.sight.place.path)),
      "deadLetters": .array(
        inspection.sight.deadLetters.map {
          .object(inspection.message($0).merging(["reason": .string(Inspection.reason(of: $0))]) { $1 })
        }),
    ])
  }
}
