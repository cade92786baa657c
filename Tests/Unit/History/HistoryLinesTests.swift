import Foundation
import MailboxSimulation
import Testing

struct HistoryLinesTests {
  /// A history in which everything occurs that a line can say.
  private static var everything: MailboxHistory {
    let example = HistoryExample(HistoryParticipant { $0.maxAttempts = nil }, HistoryParticipant { $0.decodes = .text })
    example.plant(9, body: .newerFormat)
    example.enqueue(1, date: .infinity, fails: .invalidDate)
    example.enqueue(1, "\"two\\nlines\"")
    example.batch([2, 3])
    example.claim(1, 2, limit: 2, by: 1)
    for (token, settling) in [HistoryExample.Settling.acknowledge, .release, .extend, .reject].enumerated() {
      example.settle(settling, token + 1, isKnown: token < 3)
    }
    example.happen(.killed(process: 1))
    example.moveClock(by: -1)
    example.statistics(pending: 1, oldest: 5)
    example.listDeadLetters((2, "rejected", 0))
    example.add(.restore(id: HistoryExample.id(2), reason: "rejected"), .failed(error: .busy))
    example.happen(.directoryRemoved)
    example.end(pending: [3], deadLetters: [2: "rejected"])
    return example.history
  }

  @Test func `A history is read as it was written`() throws {
    let (history, torn) = try MailboxHistory.reading(files: [Self.everything.lines])
    #expect(history == Self.everything)
    #expect(torn == [])
  }

  @Test func `Each thing is one line`() {
    let lines = Self.everything.lines
    let expected = 2 + 1 + Self.everything.operations.count { $0.outcome != nil } + Self.everything.operations.count
    #expect(lines.split(separator: "\n").count == expected + Self.everything.events.count + 1)
    #expect(lines.split(separator: "\n").allSatisfy { HistoryLine(parsing: $0)?.text == String($0) })
  }

  @Test func `Whatever a killed process had begun to write is left out, and said`() throws {
    let whole = Self.everything.lines
    let last = try #require(whole.dropLast().lastIndex(of: "\n"))
    let begun = whole[whole.index(after: last)...].utf8.count
    for length in 1..<begun {
      let torn = String(decoding: whole.utf8.dropLast(length), as: UTF8.self)
      let (history, files) = try MailboxHistory.reading(files: ["", torn])
      #expect(history.ending == nil)
      #expect(history.operations == Self.everything.operations)
      #expect(files == [1])
    }
  }

  @Test func `A torn return leaves the operation unknown`() throws {
    let example = HistoryExample(HistoryParticipant())
    example.enqueue(1)
    let (history, files) = try MailboxHistory.reading(files: [String(example.history.lines.dropLast(2))])
    #expect(history.operations.map(\.outcome) == [nil])
    #expect(files == [0])
  }

  @Test func `The records of several processes are one history, whatever their numbers`() throws {
    let participant = HistoryParticipant()
    let first = [
      HistoryLine.participant(process: 7, participant: participant),
      .invoked(process: 7, number: 0, call: .maintain, moment: 10, clock: 1),
      .returned(process: 7, number: 0, outcome: .done, moment: 20, clock: 1, isFaulted: nil),
    ]
    let second = [
      HistoryLine.participant(process: 3, participant: participant),
      .invoked(process: 3, number: 0, call: .statistics, moment: 5, clock: 1),
      .event(event: HistoryEvent(.killed(process: 3), at: 30)),
    ]
    let files = [first, second].map { $0.map { $0.text + "\n" }.joined() }
    let (history, _) = try MailboxHistory.reading(files: files)
    #expect(history.operations.map(\.process) == [0, 1])
    #expect(history.operations.map(\.invoked) == [5, 10])
    #expect(history.events.map(\.kind) == [.killed(process: 0)])
  }

  @Test func `Lines that make no sense are refused`() {
    let participant = HistoryLine.participant(process: 0, participant: HistoryParticipant()).text + "\n"
    let invoked = HistoryLine.invoked(process: 0, number: 0, call: .maintain, moment: 1, clock: 1).text + "\n"
    let returned =
      HistoryLine.returned(process: 0, number: 0, outcome: .done, moment: 2, clock: 1, isFaulted: nil).text + "\n"
    func error(_ files: String...) -> MailboxHistory.LineError? {
      do throws(MailboxHistory.LineError) {
        _ = try MailboxHistory.reading(files: files)
        return nil
      } catch {
        return error
      }
    }
    #expect(error(participant + "{}\n" + invoked) == .unreadable(file: 0, line: 1))
    #expect(error(participant + returned) == .unpaired(process: 0, number: 0))
    #expect(error(participant, invoked + returned + returned) == .unpaired(process: 0, number: 0))
    #expect(error(participant + invoked + invoked) == .unpaired(process: 0, number: 0))
    #expect(error(invoked) == .unknownProcess(0))
    #expect(error(participant + invoked + returned) == nil)
  }
}
