import AppGroupMailbox
import Foundation
import MailboxSimulation

/// What a racing helper does, one operation at a time.
protocol RaceWork {
  /// - Returns: Whether there is more to do.
  /// - Throws: What the mailbox throws. Called again, it tries again or goes on.
  mutating func perform(on mailbox: RecordedMailbox<HistoryRecorder>) throws -> Bool
}

/// A helper that races with others on one mailbox, and records what it does.
struct Racer {
  private let settings: RaceSettings
  private var work: any RaceWork
  private var performed = 0

  init(_ arguments: inout CommandArguments, work kind: String) throws {
    settings = try RaceSettings(&arguments)
    switch kind {
    case "produce": work = try Producing(&arguments, settings)
    case "consume": work = try Consuming(&arguments)
    case "mix": work = try Mixing(&arguments, settings)
    default: throw CommandError("there is no work '\(kind)'")
    }
    try arguments.finish()
  }

  mutating func run() throws {
    try StartingLine.wait()
    let mailbox = RecordedMailbox(try open(), in: settings.recorder)
    var hasMore = true
    while hasMore {
      do {
        hasMore = try work.perform(on: mailbox)
      } catch let error as AppGroupMailboxError where mayHappen(error) {
        Idling.pause()
      }
      performed += 1
      try settings.tell(performed)
    }
  }

  private func open() throws -> AppGroupMailbox<String> {
    while true {
      switch Result(catching: settings.mailbox.open) {
      case .success(let mailbox): return mailbox
      case .failure(let error): if mayHappen(error) { Idling.pause() } else { throw error }
      }
    }
  }

  /// Whether an error is one that a racing helper expects: somebody else was quicker, or there is no room.
  private func mayHappen(_ error: AppGroupMailboxError) -> Bool {
    switch error {
    case .busy, .mailboxFull, .claimNoLongerExists, .duplicateMessage, .deadLettersFull, .deadLetterNoLongerExists: true
    default: settings.isHardened
    }
  }
}
