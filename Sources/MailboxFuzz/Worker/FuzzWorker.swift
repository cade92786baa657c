import AppGroupMailbox
import Foundation
import MailboxSimulation

/// The other side of ``WorkerProcess``: runs tapes in a process that may end with any of them.
final class FuzzWorker {
  /// The descriptors it is started with, besides standard input, on which requests come.
  static let journalDescriptor: CInt = 3
  static let replyDescriptor: CInt = 4

  /// What is kept for a target.
  private struct Memory {
    var corpus: [[UInt64]] = []
    /// What the driver knows.
    var features: Set<String> = []
    /// The first runs of what has been told since: pieces of a round may come out of order, and the first is what counts.
    var novelties: [String: Int] = [:]
    var signatures: [String: Int] = [:]

    /// Whether a run is the first with something.
    static func isFirst(_ run: Int, with text: String, in told: inout [String: Int]) -> Bool {
      guard run < told[text] ?? .max else { return false }
      told[text] = run
      return true
    }
  }

  private let journal: TapeJournal
  private let requests: WorkerInbox
  private let replies = FileHandle(fileDescriptor: replyDescriptor)
  private var memories: [String: Memory] = [:]

  private init(journal: TapeJournal, requests: WorkerInbox) {
    self.journal = journal
    self.requests = requests
  }

  /// Answers until nobody asks any more.
  static func serve() throws -> Never {
    let worker = FuzzWorker(journal: try TapeJournal(descriptor: journalDescriptor), requests: WorkerInbox())
    while true {
      let request = try JSONDecoder().decode(WorkerRequest.self, from: worker.requests.next())
      do {
        try worker.answer(request)
      } catch {
        worker.journal.end()
        try worker.reply(.broken("\(error)"))
      }
    }
  }

  private func answer(_ request: WorkerRequest) throws {
    switch request {
    case .corpus(let target, let values): memories[target, default: Memory()].corpus.append(values)
    case .known(let target, let features): memories[target, default: Memory()].features.formUnion(features)
    case .range(let name, let first, let end, let seed):
      try reply(.done(end: try run(first..<end, of: target(name), seed: seed)))
    case .tape(let name, let values): try judge(target(name), on: ChoiceTape(recorded: values))
    case .bytes(let name, let bytes): try judge(target(name), on: ChoiceTape(bytes: bytes))
    case .export(let name, let values):
      let tape = ChoiceTape(recorded: values)
      let bytes = ChoiceBytes()
      tape.witness = bytes
      let target = try target(name)
      journal.begin(run: 0)
      _ = try target.failure(on: tape)
      journal.end()
      try reply(.bytes(bytes.bytes))
    case .story(let name, let values):
      let tape = ChoiceTape(recorded: values)
      let target = try target(name)
      let story = witnessed(tape, run: 0) { target.listing(of: tape) }
      try reply(.story(story))
    }
  }

  private func target(_ name: String) throws(FuzzFault) -> any FuzzTarget {
    guard let target = FuzzTargets.named(name) else { throw FuzzFault("there is no target '\(name)'") }
    return target
  }

  /// - Returns: The run to go on with.
  private func run(_ runs: Range<Int>, of target: any FuzzTarget, seed: UInt64) throws -> Int {
    var memory = memories[target.name, default: Memory()]
    defer { memories[target.name] = memory }
    let plan = RunPlan(target: target.name, seed: seed)
    for run in runs {
      if journal.isStopRequested { return run }
      let tape =
        run < 0 ? ChoiceTape(recorded: memory.corpus[memory.corpus.count + run]) : plan.tape(run, memory.corpus)
      let outcome = try witnessed(tape, run: run) { try target.examine(tape) }
      if let failure = outcome.failure {
        let signature = FuzzSignature(failure).text
        let isFirst = Memory.isFirst(run, with: signature, in: &memory.signatures)
        try reply(
          isFirst
            ? .finding(run: run, failure: failure, values: tape.drawn) : .repetition(run: run, signature: signature))
      }
      let features = outcome.features.filter {
        !memory.features.contains($0) && Memory.isFirst(run, with: $0, in: &memory.novelties)
      }
      if !features.isEmpty {
        try reply(.novelty(run: run, features: features, values: tape.drawn))
      }
    }
    return runs.upperBound
  }

  private func judge(_ target: any FuzzTarget, on tape: ChoiceTape) throws {
    let outcome = try witnessed(tape, run: 0) { try target.examine(tape) }
    try reply(.verdict(failure: outcome.failure, features: outcome.features))
  }

  private func witnessed<Result>(_ tape: ChoiceTape, run: Int, _ body: () throws -> Result) rethrows -> Result {
    tape.witness = journal
    journal.begin(run: run)
    let result = try body()
    journal.end()
    return result
  }

  private func reply(_ reply: WorkerReply) throws {
    let line = try JSONEncoder().encode(reply) + [0x0A]
    do {
      try replies.write(contentsOf: line)
    } catch {
      // Nobody reads it: the driver is gone, even if the end of the requests has not been seen yet.
      ScratchFolder.endWithDriver()
    }
  }
}
