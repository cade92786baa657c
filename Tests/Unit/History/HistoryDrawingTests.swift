import Foundation
import MailboxSimulation
import Testing

struct HistoryDrawingTests {
  static func picture(of history: MailboxHistory) throws -> DrawnPicture {
    try #require(DrawnPicture(svg(of: history)))
  }

  /// What is drawn is tested here, and not how long a search takes.
  private static func svg(of history: MailboxHistory) -> String {
    HistoryDrawing(HistoryFinding(judging: history, checker: HistoryChecker(budget: 2_000))).svg
  }

  /// Written by hand and generated.
  private static func history(_ number: Int) -> MailboxHistory {
    if number < HistoryExample.drawn.count { return HistoryExample.drawn[number]() }
    let tape = ChoiceTape(seed: UInt64(number))
    return HistoryGenerator.history(tape, number % 2 == 0 ? .killed : .interleaved, length: 50)
  }

  // MARK: All of it

  @Test(arguments: 0..<20) func `A picture of a whole history has every operation once`(number: Int) throws {
    let history = Self.history(number)
    let picture = try Self.picture(of: history)
    let boxes = picture.boxes(in: picture.panels - 1)
    #expect(boxes.map(\.operation).sorted() == Array(history.operations.indices))
  }

  @Test(arguments: 0..<20) func `Boxes of one panel do not overlap, and time runs down`(number: Int) throws {
    let history = Self.history(number)
    let picture = try Self.picture(of: history)
    for panel in 0..<picture.panels {
      let boxes = picture.boxes(in: panel)
      for (place, one) in boxes.enumerated() {
        #expect(one.bottom > one.top + 12, "there is room for a line")
        for other in boxes[(place + 1)...] {
          let isApart = one.bottom <= other.top || other.bottom <= one.top
          #expect(isApart || one.x + one.width <= other.x || other.x + other.width <= one.x)
        }
        let operation = history.operations[one.operation]
        for other in boxes where operation.returned.map({ $0 < history.operations[other.operation].invoked }) ?? false {
          #expect(one.bottom <= other.top, "\(one.operation) came before \(other.operation)")
        }
        for other in boxes where operation.invoked <= history.operations[other.operation].invoked {
          #expect(one.top <= other.top, "\(one.operation) began before \(other.operation)")
        }
      }
    }
  }

  @Test(arguments: 0..<20) func `The same history gives the same bytes`(number: Int) {
    let history = Self.history(number)
    let svg = Self.svg(of: history)
    #expect(svg == Self.svg(of: history))
    #expect(!svg.contains("href") && !svg.contains("<script") && !svg.contains("url("))
  }

  @Test func `Everything that happens to processes and mailbox is written down`() throws {
    let texts = try Self.picture(of: HistoryExample.eventful).texts
    for event in [
      "process 1 stopped", "process 1 goes on", "✗ process 1 killed", "✗ lock file removed", "clock +700.0 s",
      "planted 000008", "✗ power lost", "✗ directory removed", "there before: 000007",
      "At the end process 2 took all that was left", "? nobody knows its outcome", "✗ claimNoLongerExists",
    ] {
      #expect(texts.contains(event), "\(event)")
    }
  }

  @Test func `Nanoseconds are written as times, steps as steps`() throws {
    var history = HistoryExample.loss
    #expect(try Self.picture(of: history).texts.contains("step 5"))
    for number in history.operations.indices {
      history.operations[number].invoked += 5_000_000_000
      history.operations[number].returned? += 5_001_002_000
    }
    for number in history.events.indices { history.events[number].moment += 5_000_000_000 }
    let texts = try Self.picture(of: history).texts
    #expect(texts.contains("+0.000 ms") && texts.contains("+1.002 ms"))
  }

  // MARK: Hostile text

  @Test func `Text of a message is never markup, nor invisible, nor unbounded`() throws {
    let payload =
      "</text><script>alert('&\"')</script>]]>\u{202E}\u{0}\u{1B}\u{FFFE}" + String(repeating: "W", count: 5_000)
    var history = HistoryExample.doubleDelivery
    history.operations[0].call = .enqueue(
      message: HistoryMessage(id: HistoryExample.id(1), payload: payload), date: nil)
    let picture = try Self.picture(of: history)
    let names = Set(picture.elements.map(\.name))
    #expect(names == ["svg", "title", "style", "rect", "line", "path", "circle", "text", "g"])
    let label = try #require(picture.texts.first { $0.hasPrefix("enqueue 000001 ") })
    #expect(label.hasPrefix("enqueue 000001 </text>") && label.count < 40)
    let title = try #require(picture.elements.first { $0.name == "title" && $0.text.contains("alert") }).text
    #expect(
      title.contains(#"</text><script>alert('&"')</script>]]>\u{202e}\u{0}\u{1b}\u{fffe}W"#) && title.count <= 600)
  }

  @Test func `Wide letters take no more room than a box has`() throws {
    var history = HistoryExample.doubleDelivery
    history.operations[0].call = .enqueue(
      message: HistoryMessage(id: HistoryExample.id(1), payload: String(repeating: "信", count: 50)), date: nil)
    let label = try #require(try Self.picture(of: history).texts.first { $0.hasPrefix("enqueue 000001 ") })
    #expect((1...5).contains(label.count { $0 == "信" }) && label.hasSuffix("…"))
  }
}
