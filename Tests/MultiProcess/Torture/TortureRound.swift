#if os(Linux)
  import AppGroupMailbox
  import ConformanceKit
  import Foundation
  import MailboxSimulation
  import MailboxTestSupport

  /// Helpers at work on one mailbox, what is done to them, and the quiet afterwards.
  final class TortureRound {
    /// A test wants to see what becomes of the helpers when the driver fails.
    struct Planted: Error {}

    let race: Race
    let bench: MailboxBench
    var plan: TorturePlan
    var tally = TortureTally()
    /// What was seen to be wrong before anybody judged.
    var harm: [String] = []
    /// The groups of all helpers that may still be there: numbers of processes are used again.
    let groups: StateLock<Set<Int32>>
    private(set) var living: [TortureLife] = []
    /// Whether the disturbance that is made just now really was.
    var happened = true
    private(set) var intruders: [TortureLife] = []
    var stopped: Set<Int> = []
    /// Helpers beside the usual ones, in whose place nobody comes.
    var extras: Set<Int> = []
    var disk: SmallDisk?
    var exchanged: ExchangedPath?
    var hostileFiles = 0
    /// How far the clock is from the machine's, in seconds.
    var offset = 0.0
    private let pace = Inbox<Void>()
    /// What ends by itself, and after which step.
    private var due: [(step: Int, undo: () async throws -> Void)] = []
    private var step = 0

    /// - Parameter groups: Where the groups of all helpers are noted, for who wants to know that they are gone.
    init(_ plan: TorturePlan, _ crew: Crew, groups: StateLock<Set<Int32>> = StateLock([])) throws {
      self.groups = groups
      self.plan = plan
      bench = crew.bench
      race = try Race(crew, plan.settings)
    }

    /// Does everything that the plan says.
    ///
    /// - Parameter end: After so many steps it fails, for those who want to see that.
    func run(failingAfter end: Int? = nil) async throws {
      do {
        try await prepare()
        for disturbance in plan.disturbances {
          if step == end { throw Planted() }
          step += 1
          try await undo { $0 <= step }
          try await pace.next(Int.random(in: 1...3, using: &plan.random))
          happened = true
          try await act(disturbance)
          if happened { tally.count(disturbance) }
        }
        try await finish()
      } catch {
        disk?.unmount()
        throw error
      }
    }

    private func prepare() async throws {
      try makeRoom()
      for number in 0..<TorturePlan.helpers { try begin([.mix, .consume, .mix, .produce][number % 4]) }
    }

    /// Leaves out what this machine does not permit.
    func skip(_ what: String, because reason: String) {
      SkippedHere.note(what, because: reason)
      tally.count("skipped")
      happened = false
    }

    // MARK: Lives

    /// Starts a helper.
    @discardableResult
    func begin(_ work: TortureLife.Work, _ others: [String] = [], mayFork: Bool = true) throws -> TortureLife {
      let draw = Int.random(in: 0..<3, using: &plan.random)
      var others = others
      if let user = plan.user { others += ["--user", "\(user)"] }
      if plan.starves, draw > 0 { others += ["--starve", "\(draw + 2)"] }
      let life = try TortureLife(
        work, in: race, seed: plan.random.next(), others,
        forksBefore: mayFork && plan.forks && draw == 0 ? Int.random(in: 2...20, using: &plan.random) : nil, pace: pace)
      if life.child != nil { tally.count("forks") }
      groups.withLock { _ = $0.insert(life.group) }
      living.append(life)
      return life
    }

    func beginIntruder() throws -> TortureLife {
      let life = try TortureLife(
        .mix, in: race, seed: plan.random.next(), ["--user", "\(ProcessPrivileges.nobody)"], pace: Inbox())
      groups.withLock { _ = $0.insert(life.group) }
      intruders.append(life)
      return life
    }

    /// Somebody who works, or is stopped.
    func anybody(_ isWanted: (TortureLife) -> Bool = { _ in true }) -> TortureLife? {
      living.filter(isWanted).randomElement(using: &plan.random)
    }

    /// Ends a life by SIGKILL, its child's too.
    func kill(_ life: TortureLife) async throws {
      living.removeAll { $0 === life }
      stopped.remove(life.number)
      life.process.sendToAll(signal: SIGKILL)
      if life.work == .produce, case .status(0) = try await life.process.exit() {
        // It had done all that it was to do.
        tally.count("ended by themselves")
      } else {
        try await race.bury(life.helper)
        tally.count("kills")
      }
      if let child = life.child {
        try await Duration.patience.wait { try ProcessTable.members(of: [life.group]).isEmpty }
        try race.record(.killed(process: child))
      }
      groups.withLock { _ = $0.remove(life.group) }
    }

    /// Waits until helpers, and whoever they forked, do nothing more.
    func waitUntilStopped(_ lives: [TortureLife]) async throws {
      let groups = Set(lives.map(\.group))
      try await Duration.patience.wait { try ProcessTable.members(of: groups).allSatisfy(\.isStopped) }
    }

    func stop(_ lives: [TortureLife]) async throws {
      for life in lives { life.process.sendToAll(signal: SIGSTOP) }
      try await waitUntilStopped(lives)
    }

    func resume(_ lives: [TortureLife]) {
      for life in lives { life.process.sendToAll(signal: SIGCONT) }
    }

    /// Lets the others go on for a while.
    func waitForProgress(_ count: Int) async throws { try await pace.next(count) }

    // MARK: What ends by itself

    /// Does something a few steps from now, or when everything is to be as it was.
    func later(_ undo: @escaping () async throws -> Void) {
      due.append((step + Int.random(in: 1...4, using: &plan.random), undo))
    }

    private func undo(_ isDue: (Int) -> Bool) async throws {
      let ripe = due.filter { isDue($0.step) }
      due.removeAll { isDue($0.step) }
      for entry in ripe { try await entry.undo() }
    }

    /// Everything is as it should be again.
    func heal() async throws { try await undo { _ in true } }

    // MARK: The end

    private func finish() async throws {
      try await heal()
      try race.finish()
      for life in living + intruders { try await race.expectDone(life.helper) }
      let groups = groups.withLock(\.self)
      try await Duration.patience.wait { try ProcessTable.members(of: groups).isEmpty }
      for life in living + intruders { try await life.process.gone() }
      try takeOver()
      try race.drain()
    }

    /// What was another user's becomes ours, so that we can take what is left.
    private func takeOver() throws {
      guard plan.user != nil else { return }
      let root = "\(bench.container)/AppGroupMailbox"
      let paths = [root] + (FileManager.default.subpaths(atPath: root) ?? []).map { "\(root)/\($0)" }
      for path in paths {
        guard lchown(path, geteuid(), getegid()) == 0 else { throw PlantingFailed(call: "chown", code: errno) }
      }
    }
  }
#endif
