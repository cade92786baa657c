import AppGroupMailbox
import Foundation
import MailboxSimulation

/// A helper that takes messages as they come, in loops that wait for them, until a second line comes in.
struct Follower {
  private let settings: RaceSettings
  private let loops: Int
  private let pollInterval: Duration
  private let mailbox: AppGroupMailbox<String>

  init(_ arguments: inout CommandArguments) throws {
    settings = try RaceSettings(&arguments)
    loops = try arguments.takeIfThere("loops") ?? 1
    pollInterval = .seconds(try arguments.takeIfThere("poll") ?? 30.0)
    let forgotten: Double = try arguments.takeIfThere("forget") ?? 0
    try arguments.finish()
    mailbox = try settings.mailbox.open { [seed = settings.seed] in
      if forgotten > 0 { $0.wakeUps = ForgetfulWakeUps(share: forgotten, seed: seed) }
    }
  }

  func run() throws {
    let outcome = StateLock<Result<Void, any Error>?>(nil)
    let done = DispatchSemaphore(value: 0)
    let (following, isOver) = (StateLock<Task<Void, Never>?>(nil), StateLock(false))
    try StartingLine.wait {
      isOver.withLock { $0 = true }
      following.withLock { $0 }?.cancel()
    }
    let task = Task {
      let result: Result<Void, any Error>
      do { result = .success(try await follow()) } catch { result = .failure(error) }
      outcome.withLock { $0 = result }
      done.signal()
    }
    following.withLock { $0 = task }
    if isOver.withLock({ $0 }) { task.cancel() }
    done.wait()
    try outcome.withLock { $0 }?.get()
  }

  private func follow() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<loops { group.addTask { try await loop() } }
      try await group.waitForAll()
    }
  }

  private func loop() async throws {
    let recorded = RecordedMailbox(mailbox, in: settings.recorder)
    var messages = mailbox.claims(pollInterval: pollInterval).makeAsyncIterator()
    // What waits when all comes to an end has no outcome.
    while case let operation = try settings.recorder.invoke(.claim(limit: 1)), let claim = try await messages.next() {
      try settings.recorder.finish(operation, .claims(claims: [HistoryClaim(claim)]))
      try recorded.acknowledge(claim)
    }
  }
}
