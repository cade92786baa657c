import AppGroupMailbox
import Foundation
import MailboxSimulation

/// What a racing helper does, one operation at a time.
protocol RaceWork {
  /// - Returns: Whether there is more to do.
  /// - Throws: What the mailbox throws. Called again, it tries again or goes on.
  mutating func perform(on mailbox: RecordedMailbox<HistoryRecorder>) throws -> Bool

  /// This is a forked child from now on.
  mutating func goOn(in settings: RaceSettings)
}

/// A helper that races with others on one mailbox, and records what it does.
struct Racer {
  private var settings: RaceSettings
  private var work: any RaceWork
  private var performed = 0
  private var refusal: AppGroupMailboxError?
  private let forking = Forking()

  init(_ arguments: inout CommandArguments, work kind: String) throws {
    settings = try RaceSettings(&arguments)
    switch kind {
    case "produce": work = try Producing(&arguments, settings)
    case "consume": work = try Consuming(&arguments, settings)
    case "mix": work = try Mixing(&arguments, settings)
    default: throw CommandError("there is no work '\(kind)'")
    }
    try arguments.finish()
  }

  mutating func run() throws {
    try settings.hardships.becomeUser()
    try StartingLine.wait()
    guard let opened = try open() else { return }
    var mailbox = RecordedMailbox(opened, in: settings.recorder)
    var hasMore = true
    while hasMore {
      if let child = settings.hardships.childToBeForked(before: performed + 1), try forking.isChild() {
        try settings.goOn(as: child)
        work.goOn(in: settings)
        mailbox = RecordedMailbox(opened, in: settings.recorder)
      }
      do {
        hasMore = try settings.hardships.during(performed + 1) { try work.perform(on: mailbox) }
      } catch let error as AppGroupMailboxError where mayHappen(error) {
        Idling.pause()
      }
      performed += 1
      try settings.tell(performed)
    }
    try forking.end()
  }

  /// - Returns: `nil` if it could not be opened until everything came to an end.
  private mutating func open() throws -> AppGroupMailbox<String>? {
    while true {
      let isOver = settings.marker?.isThere ?? false
      switch Result(catching: { () throws(AppGroupMailboxError) in try settings.mailbox.open() }) {
      case .success(let mailbox): return mailbox
      case .failure(let error):
        guard mayHappen(error) else { throw error }
        if isOver { return nil }
        try tell(refusal: error)
        Idling.pause()
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

  private mutating func tell(refusal error: AppGroupMailboxError) throws {
    if settings.tellEvery != nil, error != refusal {
      try FileHandle.standardOutput.write(contentsOf: Data("refused: \(HistoryError(error).rawValue)\n".utf8))
    }
    refusal = error
    performed += 1
    try settings.tell(performed)
  }
}
