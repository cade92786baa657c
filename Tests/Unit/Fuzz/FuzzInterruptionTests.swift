#if canImport(MailboxFuzz)
  import Foundation
  import MailboxSimulation
  import MailboxTestSupport
  import Testing

  @testable import MailboxFuzz

  @Suite(.ownThreads) struct `An interrupted fuzz driver` {
    @Test(arguments: [SIGINT, SIGTERM])
    func `Ends in order, with a summary`(signal: Int32) async throws {
      let driver = try FuzzDriver()
      let run = try await driver.run(["--overnight", "--target", "envelope", "--seed", "5", "--format", "json"]) {
        process in
        try await Self.untilWorkersRun(driver)
        kill(process, signal)
      }
      #expect(run.status == 0, "\(run.complaints)")
      #expect(run.lines.last?.contains(#""ending":"interrupted""#) == true, "\(run.output)")
      #expect(try driver.leftovers() == [])
    }

    @Test func `Tells of its progress in the course of a night`() async throws {
      let driver = try FuzzDriver()
      let arguments = ["--overnight", "--report-every", "0.001", "--target", "envelope", "--target", "wrong"]
      let run = try await driver.run(arguments) { process in
        // Their folder is made for the first.
        try await Self.until("a finding was kept") { (try? driver.kept(in: driver.artifacts))?.isEmpty == false }
        kill(process, SIGINT)
      }
      #expect(run.status == 1, "\(run.complaints)")
      #expect(run.lines.count { $0.hasPrefix("after 0 min: envelope ") } >= 1, "\(run.output)")
      #expect(run.lines.last?.hasPrefix("seed ") == true)
    }

    @Test func `A night that has an end ends by itself, however little was done until then`() async throws {
      let arguments = [
        "--overnight", "--seconds", "0.3", "--report-every", "0.1", "--target", "envelope", "--format", "json",
      ]
      let run = try await FuzzDriver.run(arguments)
      #expect(run.status == 0, "\(run.complaints)")
      #expect(run.lines.contains { $0.contains(#""event":"progress""#) }, "\(run.output)")
      #expect(run.lines.last?.contains(#""ending":"complete""#) == true, "\(run.output)")
    }

    @Test func `Leaves neither a process nor a file when it is killed while a run hangs`() async throws {
      let driver = try FuzzDriver()
      let arguments = ["--target", "hang", "--runs", "100000", "--seed", "7", "--timeout", "100", "--jobs", "2"]
      let run = try await driver.run(arguments) { process in
        // The second folder is made when the first worker has been started.
        try await Self.untilWorkersRun(driver, folders: 2)
        kill(process, SIGKILL)
      }
      #expect(run.status == SIGKILL)
      // A worker removes them when it sees that the driver is gone, and then ends at once.
      try await Self.until("the folders are gone", within: .seconds(20)) { try driver.leftovers().isEmpty }
      #expect(try driver.leftovers() == [])
    }

    /// What a driver leaves that was killed between making a folder and starting its worker.
    @Test(arguments: [true, false])
    func `A worker whose driver is gone removes the folders of all workers, and no folder but a driver's`(
      isDrivers: Bool
    ) async throws {
      let scratch = try ScratchDirectory()
      let folder = isDrivers ? "\(scratch.path)/\(ScratchDirectory.prefix)1" : "\(scratch.path)/documents"
      try Self.makeFolders(in: folder)
      let null = open("/dev/null", O_RDWR | O_CLOEXEC)
      defer { close(null) }
      #expect(try await Self.worker(folder, scratch, requests: null, replies: null) == .status(0))
      #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == (isDrivers ? [] : ["documents"]))
      if !isDrivers { #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 2) }
    }

    /// The requests stay open, so that nothing but the reply that fails tells it.
    @Test func `A worker whose reply nobody takes removes the folders, too, and ends`() async throws {
      let scratch = try ScratchDirectory()
      let folder = "\(scratch.path)/\(ScratchDirectory.prefix)1"
      try Self.makeFolders(in: folder)
      let requests = try WorkerProcess.pipe()
      let replies = try WorkerProcess.pipe()
      close(replies.read)
      defer { for descriptor in [requests.read, requests.write, replies.write] { close(descriptor) } }
      let request =
        try JSONEncoder().encode(WorkerRequest.range(target: "envelope", first: 0, end: 1, seed: 1)) + [0x0A]
      try FileHandle(fileDescriptor: requests.write).write(contentsOf: request)
      #expect(try await Self.worker(folder, scratch, requests: requests.read, replies: replies.write) == .status(0))
      #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == [])
    }

    private static func makeFolders(in folder: String) throws {
      for worker in ["own", "other"] {
        try FileManager.default.createDirectory(atPath: "\(folder)/\(worker)", withIntermediateDirectories: true)
      }
    }

    /// Runs a worker until it ends by itself.
    private static func worker(
      _ folder: String, _ scratch: ScratchDirectory, requests: CInt, replies: CInt
    ) async throws -> ProcessExit? {
      let null = open("/dev/null", O_RDWR | O_CLOEXEC)
      let journal = try WorkerProcess.journalFile(in: scratch.path)
      defer { for descriptor in [null, journal] { close(descriptor) } }
      let end = Inbox<ProcessExit>()
      let process = try TestProcess(
        [BuiltProgram.path("MailboxFuzz"), WorkerProcess.verb],
        environment: [ScratchFolder.variable: "\(folder)/own"],
        descriptors: [0: requests, 1: null, 2: null, 3: journal, 4: replies]
      ) { end.put($0) }
      defer { process.send(signal: SIGKILL) }
      return try await end.next()
    }

    /// Until the driver's folder has some of workers.
    private static func untilWorkersRun(_ driver: FuzzDriver, folders: Int = 1) async throws {
      try await until("workers run") {
        guard let folder = try driver.leftovers().first else { return false }
        // One that is being removed has none.
        let workers = try? FileManager.default.contentsOfDirectory(atPath: "\(driver.temporary)/\(folder)")
        return workers.map { $0.count >= folders } ?? false
      }
    }

    /// Until something is so.
    private static func until(
      _ what: Comment, within patience: Duration = .patience, _ condition: () throws -> Bool
    ) async throws {
      let deadline = ContinuousClock.now + patience
      // At least once more after the time is over: where others keep the threads busy, nothing is looked at for long.
      var isLast = false
      while !isLast {
        isLast = ContinuousClock.now >= deadline
        if try condition() { return }
        try await pause(for: 0.01)
      }
      Issue.record("never: \(what)")
    }
  }
#endif
