import Foundation

/// The workers of a driver, which share what is to be run.
final class WorkerPool {
  /// A worker and what it was told.
  private final class Member {
    let process: WorkerProcess
    let began = SuspendingClock.now
    /// What it has been given to run; empty while it waits.
    var piece: Range<Int>?
    /// How many runs had begun before that.
    var begunBefore: UInt64 = 0
    var watch: RunWatch
    /// How many tapes and whether the features of a target were sent.
    var sentTapes: [String: Int] = [:]
    var sentFeatures: [String: Int] = [:]

    init(in folder: String) throws {
      process = try WorkerProcess(in: folder)
      watch = RunWatch(process.journal)
    }
  }

  /// What leaks does not add up over a night.
  private static let longestLife = Duration.seconds(300)

  private let folder: String
  private let timeout: Double
  private var members: [Member?]
  /// How often a worker ended that was at no run: somebody else may have ended it, but not again and again.
  private var idleDeaths = 0
  private static let mostIdleDeaths = 10

  init(count: Int, folder: String, timeout: Double) {
    self.folder = folder
    self.timeout = timeout
    members = Array(repeating: nil, count: count)
  }

  /// Makes the runs of a round.
  ///
  /// - Parameter isOver: Whether to make no further ones; asked again and again, with the runs made so far.
  func run(_ round: inout FuzzRound, of state: TargetState, seed: UInt64, until isOver: (Int) -> Bool) throws {
    for member in members { member?.process.journal.requestStop(false) }
    while true {
      if isOver(round.runs) {
        round.drop(after: .min)
        for member in members { member?.process.journal.requestStop(true) }
      }
      round.drop(after: state.lastRun(of: round))
      for index in members.indices { try employ(index, &round, state, seed) }
      guard members.contains(where: { $0?.piece != nil }) else { return }
      wait()
      for index in members.indices {
        guard let member = members[index], let piece = member.piece else { continue }
        try listen(to: member, piece, index, &round, state)
      }
    }
  }

  private func employ(_ index: Int, _ round: inout FuzzRound, _ state: TargetState, _ seed: UInt64) throws {
    if members[index]?.piece != nil { return }
    guard let piece = round.takePiece() else { return }
    if let member = members[index], SuspendingClock.now - member.began > Self.longestLife { members[index] = nil }
    let member = try members[index] ?? Member(in: folder)
    members[index] = member
    let name = state.target.name
    for values in state.corpus.dropFirst(member.sentTapes[name] ?? 0) {
      try member.process.send(.corpus(target: name, values: values))
    }
    member.sentTapes[name] = state.corpus.count
    if member.sentFeatures[name] != state.features.count {
      try member.process.send(.known(target: name, features: state.features))
      member.sentFeatures[name] = state.features.count
    }
    member.piece = piece
    member.begunBefore = member.process.journal.begun
    member.watch = RunWatch(member.process.journal)
    try member.process.send(.range(target: name, first: piece.lowerBound, end: piece.upperBound, seed: seed))
  }

  /// Until something may have happened.
  private func wait() {
    var polled = members.compactMap { $0?.piece == nil ? nil : $0?.process.polled }.flatMap(\.self)
    _ = poll(&polled, nfds_t(polled.count), 50)
  }

  private func listen(
    to member: Member, _ piece: Range<Int>, _ index: Int, _ round: inout FuzzRound, _ state: TargetState
  ) throws {
    guard let replies = try member.process.takeReplies() else {
      members[index] = nil
      guard let ending = member.process.awaitEnd() else { return }
      try note(ending, of: member, piece, &round)
      return
    }
    for reply in replies { try take(reply, member, piece, &round, state) }
    if member.piece != nil, member.watch.isHanging(member.process.journal, longerThan: timeout) {
      members[index] = nil
      _ = member.process.end()
      let journal = member.process.journal
      let finding = FuzzFinding.hang(after: timeout, run: journal.run, values: journal.values)
      end(piece, at: journal.run, finding, &round)
    }
  }

  private func take(
    _ reply: WorkerReply, _ member: Member, _ piece: Range<Int>, _ round: inout FuzzRound, _ state: TargetState
  ) throws {
    switch reply {
    case .finding(let run, let failure, let values):
      round.note(FuzzFinding(failure, run: run, values: values))
    case .repetition(let run, let signature):
      round.note(repetition: run, of: signature, in: state.findings)
    case .novelty(let run, let features, let values):
      round.note(FuzzRound.Novelty(run: run, features: features, values: values))
    case .done(let end):
      round.note(made: piece.lowerBound..<end)
      member.piece = nil
    case .broken(let text): throw FuzzFault("target \(state.target.name): the examination failed: \(text)")
    case .verdict, .story, .bytes: throw FuzzFault("a worker answers what it was not asked")
    }
  }

  private func note(
    _ ending: WorkerEnding, of member: Member, _ piece: Range<Int>, _ round: inout FuzzRound
  ) throws {
    let journal = member.process.journal
    guard journal.isRunning else {
      idleDeaths += 1
      if idleDeaths > Self.mostIdleDeaths { throw FuzzFault("workers end between two runs: \(ending.text)") }
      let next = journal.begun > member.begunBefore ? journal.run + 1 : piece.lowerBound
      round.note(made: piece.lowerBound..<next)
      round.giveBack(next..<piece.upperBound)
      return
    }
    end(piece, at: journal.run, FuzzFinding(ending, run: journal.run, values: journal.values), &round)
  }

  /// A run ended its worker; what is left of its piece is for another.
  private func end(_ piece: Range<Int>, at run: Int, _ finding: FuzzFinding, _ round: inout FuzzRound) {
    round.note(finding)
    round.note(death: run)
    round.note(made: piece.lowerBound..<run + 1)
    round.giveBack(run + 1..<piece.upperBound)
  }
}
