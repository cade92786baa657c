#if os(Linux)
  import AppGroupMailbox
  import ConformanceKit
  import Foundation
  import MailboxSimulation
  import MailboxTestSupport

  extension TortureRound {
    func act(_ disturbance: Disturbance) async throws {
      switch disturbance {
      case .kill: try await killSomebody()
      case .stop: try await stopSomebody()
      case .holdTheLock: try await stopWithTheLock()
      case .moveTheClock: try moveTheClock()
      case .removeDirectory: try await removeDirectory(replacing: false)
      case .replaceDirectory: try await removeDirectory(replacing: true)
      case .exchangeForLink: try await exchange(.link)
      case .exchangeForFile: try await exchange(.file)
      case .exchangeForDirectoryOfAnother: try await exchange(.directoryOfAnother)
      case .exchangeForDirectoryWithoutRights: try await exchange(.directoryWithoutRights)
      case .intrude: try await intrude()
      case .removeLockFile: try exchangeLockFile(replacing: false)
      case .replaceLockFile: try exchangeLockFile(replacing: true)
      case .fillTheDisk: try await fillTheDisk()
      case .plantHostileFile: try plantHostileFile()
      }
    }

    // MARK: Helpers

    /// Somebody dies, and somebody new comes in his place.
    private func killSomebody() async throws {
      let kills = tally["kills"]
      repeat {
        guard let life = anybody() else { return }
        try await kill(life)
        // The mixture stays: who only consume would soon have nothing to do.
        if !extras.contains(life.number) { try begin(life.work) }
      } while tally["kills"] == kills
    }

    private func stopSomebody() async throws {
      // Somebody must go on.
      guard living.count - stopped.count > 1, let life = anybody({ !self.stopped.contains($0.number) }) else {
        happened = false
        return
      }
      try await stop([life])
      try race.record(.stopped(process: life.number))
      stopped.insert(life.number)
      later { [unowned self] in try goOn(life) }
    }

    private func goOn(_ life: TortureLife) throws {
      // It may be dead by now.
      guard stopped.remove(life.number) != nil else { return }
      try race.record(.resumed(process: life.number))
      resume([life])
    }

    /// Somebody is stopped in the middle of a claim, he alone; the others are told that it is busy, and go on when he does, or
    /// is dead.
    private func stopWithTheLock() async throws {
      try await heal()
      let life = try begin(
        .consume, ["--halt", "stop:rename:\(Int.random(in: 1...6, using: &plan.random))"], mayFork: false)
      extras.insert(life.number)
      try await life.process.halted()
      try await waitUntilStopped([life])
      try race.record(.stopped(process: life.number))
      stopped.insert(life.number)
      try await waitForProgress(3)
      if Bool.random(using: &plan.random) { return try await kill(life) }
      try goOn(life)
      later { [unowned self] in
        if living.contains(where: { $0 === life }) { try await kill(life) }
      }
    }

    // MARK: The clock

    /// As far as it is ever moved from the machine's, in seconds: what was claimed at any time is given up by the one who comes last.
    private static let farthest = 1_000.0
    private static let ways = [-300.0, -20, -3, 3, 20, 300]

    private func moveTheClock() throws {
      let way = Self.ways.randomElement(using: &plan.random) ?? 3
      let seconds = abs(offset + way) > Self.farthest ? -way : way
      offset += seconds
      try race.moveClock(by: seconds)
    }

    // MARK: The directory

    /// While everybody stands, in the middle of whatever it is: the moment that is recorded is then the one at which it happened.
    private func removeDirectory(replacing: Bool) async throws {
      try await heal()
      try await waitForDirectory()
      try await stop(living)
      let aside = "\(bench.container)/removed"
      guard rename(bench.directory, aside) == 0 else { throw PlantingFailed(call: "rename", code: errno) }
      if replacing {
        guard mkdir(bench.directory, 0o700) == 0 else { throw PlantingFailed(call: "mkdir", code: errno) }
        if plan.user != nil { try ProcessPrivileges.giveAway(bench.directory) }
      }
      try FileManager.default.removeItem(atPath: aside)
      try race.record(.directoryRemoved)
      resume(living)
    }

    private func exchange(_ decoy: ExchangedPath.Decoy) async throws {
      guard try ExchangedPath.isPossible(in: bench.container) else {
        return skip("directories exchanged", because: "there is no RENAME_EXCHANGE")
      }
      if decoy == .directoryOfAnother, !ProcessPrivileges.isRoot {
        return skip("directories of another user", because: "the tests do not run as root")
      }
      try await heal()
      try await waitForDirectory()
      // Beside it: into another folder only root moves a directory without rights.
      exchanged = try ExchangedPath(
        decoy, insteadOf: bench.directory, aside: "\(bench.container)/AppGroupMailbox/decoy", user: plan.user)
      later { [unowned self] in
        if let harm = try exchanged?.end() { self.harm.append(harm) }
        exchanged = nil
      }
    }

    /// Somebody makes it again, after it was removed.
    private func waitForDirectory() async throws {
      try await Duration.patience.wait { FileManager.default.fileExists(atPath: bench.directory) }
    }

    /// Another user comes, to a directory that is closed to him, and to one that is not (SEC-1).
    private func intrude() async throws {
      guard ProcessPrivileges.isRoot else {
        return skip("another user's process", because: "the tests do not run as root")
      }
      try await heal()
      try await waitForDirectory()
      let intruder = try beginIntruder()
      try await expectRefusals(of: intruder)
      for path in ["\(bench.container)/AppGroupMailbox", bench.directory] { chmod(path, 0o777) }
      try await intruder.progress.next(2)
      if !intruder.refusals.contents.isEmpty { harm.append("an intruder met \(intruder.refusals.contents)") }
    }

    private func expectRefusals(of intruder: TortureLife) async throws {
      let refusal = try await intruder.refusals.next()
      if refusal != "unsafeFile" { harm.append("an intruder met \(refusal ?? "nothing")") }
      try await intruder.progress.next(2)
    }

    private func exchangeLockFile(replacing: Bool) throws {
      let path = "\(bench.directory)/.mailbox.lock"
      if replacing {
        let other = "\(bench.container)/lock"
        guard FileManager.default.createFile(atPath: other, contents: nil, attributes: [.posixPermissions: 0o600]),
          rename(other, path) == 0
        else { throw PlantingFailed(call: "rename", code: errno) }
      } else {
        // Nobody may have made it again since the last time.
        guard unlink(path) == 0 || errno == ENOENT else { throw PlantingFailed(call: "unlink", code: errno) }
      }
      try race.record(.lockFileRemoved)
    }

    // MARK: The disk

    private func fillTheDisk() async throws {
      guard let disk else { return skip("a disk that fills", because: "no file system can be mounted") }
      // It is to be free before it is full again.
      try await heal()
      try disk.fill()
      later { try disk.free() }
    }
  }
#endif
