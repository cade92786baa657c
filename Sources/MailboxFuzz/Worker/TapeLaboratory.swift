import Foundation
import MailboxSimulation

/// Runs single tapes in a worker, and a new one whenever a tape has ended the last.
final class TapeLaboratory {
  private let folder: String
  private var worker: WorkerProcess?

  init(folder: String) { self.folder = folder }

  /// What came of one tape.
  struct Verdict {
    /// `nil` if it holds.
    var finding: FuzzFinding?
    var features: Set<String> = []
    var drawn: [UInt64]
    var parts: [Int]
  }

  /// Runs one tape.
  ///
  /// - Returns: `nil` if it was interrupted.
  func examine(
    _ request: WorkerRequest, timeout: Double, isInterrupted: () -> Bool = { false }
  ) throws -> Verdict? {
    let worker = try worker ?? WorkerProcess(in: folder)
    self.worker = worker
    let journal = worker.journal
    let answer = try ask(worker, request, timeout, isInterrupted)
    func verdict(_ finding: FuzzFinding?, _ features: Set<String> = []) -> Verdict {
      Verdict(finding: finding, features: features, drawn: journal.values, parts: journal.parts)
    }
    switch answer {
    case .reply(.verdict(let failure, let features)):
      return verdict(failure.map { FuzzFinding($0, run: 0, values: journal.values) }, features)
    case .reply(.broken(let text)): throw FuzzFault("the examination failed: \(text)")
    case .reply: throw FuzzFault("a worker answers what it was not asked")
    case .ended(let ending):
      guard journal.isRunning else { throw FuzzFault("a worker ended between two runs: \(ending.text)") }
      return verdict(FuzzFinding(ending, run: 0, values: journal.values))
    case .hangs: return verdict(.hang(after: timeout, run: 0, values: journal.values))
    case .interrupted: return nil
    }
  }

  /// What a tape means to a person, as far as the target can tell.
  func story(of values: [UInt64], for target: any FuzzTarget, timeout: Double) throws -> String {
    let worker = try worker ?? WorkerProcess(in: folder)
    self.worker = worker
    switch try ask(worker, .story(target: target.name, values: values), timeout, { false }) {
    case .reply(.story(let text)): return text
    case .ended: return "(what the tape means is not known: to tell it ends the process, too)"
    case .hangs, .interrupted: return "(what the tape means is not known: to tell it does not end either)"
    case .reply(.broken(let text)): throw FuzzFault("the story cannot be told: \(text)")
    case .reply: throw FuzzFault("a worker answers what it was not asked")
    }
  }

  /// The bytes from which a fuzzer's tape draws the same as a recorded one.
  func bytes(of values: [UInt64], for target: any FuzzTarget, timeout: Double) throws -> [UInt8] {
    let worker = try worker ?? WorkerProcess(in: folder)
    self.worker = worker
    switch try ask(worker, .export(target: target.name, values: values), timeout, { false }) {
    case .reply(.bytes(let bytes)): return bytes
    case .reply(.broken(let text)): throw FuzzFault("the examination failed: \(text)")
    case .ended(let ending): throw FuzzFault("only a tape that is run to its end has bytes: \(ending.text)")
    case .hangs: throw FuzzFault("only a tape that is run to its end has bytes: it does not end")
    case .reply, .interrupted: throw FuzzFault("a worker answers what it was not asked")
    }
  }

  private enum Answer {
    case reply(WorkerReply)
    case ended(WorkerEnding)
    case hangs, interrupted
  }

  private func ask(
    _ worker: WorkerProcess, _ request: WorkerRequest, _ timeout: Double, _ isInterrupted: () -> Bool
  ) throws -> Answer {
    var watch = RunWatch(worker.journal)
    try worker.send(request)
    while true {
      var polled = worker.polled
      _ = poll(&polled, nfds_t(polled.count), 50)
      guard let replies = try worker.takeReplies() else {
        self.worker = nil
        guard let ending = worker.awaitEnd() else { throw FuzzFault("a worker ended twice") }
        return .ended(ending)
      }
      if let reply = replies.first { return .reply(reply) }
      let hangs = watch.isHanging(worker.journal, longerThan: timeout)
      guard hangs || isInterrupted() else { continue }
      self.worker = nil
      _ = worker.end()
      return hangs ? .hangs : .interrupted
    }
  }
}
