#if canImport(MailboxFuzz)
  import Foundation
  import MailboxSimulation
  import MailboxTestSupport
  import Testing

  @testable import MailboxFuzz

  @Suite struct `An interrupted fuzz driver` {
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
      let run = try await FuzzDriver.run([
        "--overnight", "--seconds", "1", "--report-every", "0.2", "--target", "envelope", "--target", "wrong",
      ])
      #expect(run.status == 1, "\(run.complaints)")
      #expect(run.lines.count { $0.hasPrefix("after 0 min: envelope ") } >= 1, "\(run.output)")
      #expect(run.lines.last?.hasPrefix("seed ") == true)
    }

    @Test func `Leaves neither a process nor a file when it is killed while a run hangs`() async throws {
      let driver = try FuzzDriver()
      let arguments = ["--target", "hang", "--runs", "100000", "--seed", "7", "--timeout", "100", "--jobs", "2"]
      let run = try await driver.run(arguments) { process in
        try await Self.untilWorkersRun(driver)
        kill(process, SIGKILL)
      }
      #expect(run.status == SIGKILL)
      let deadline = ContinuousClock.now + .seconds(20)
      // A worker removes its folder when it sees that the driver is gone, and then ends at once.
      while try !driver.leftovers().isEmpty, ContinuousClock.now < deadline {
        try await Task.sleep(for: .milliseconds(10))
      }
      #expect(try driver.leftovers() == [])
    }

    /// Until the driver's folder has one of a worker.
    private static func untilWorkersRun(_ driver: FuzzDriver) async throws {
      let deadline = ContinuousClock.now + .seconds(60)
      // At least once more after the time is over: where others keep the threads busy, nothing is looked at for long.
      var isLast = false
      while !isLast {
        isLast = ContinuousClock.now >= deadline
        let folders = try driver.leftovers()
        if let folder = folders.first,
          let workers = try? FileManager.default.contentsOfDirectory(atPath: "\(driver.temporary)/\(folder)"),
          !workers.isEmpty
        {
          return
        }
        try await Task.sleep(for: .milliseconds(10))
      }
      Issue.record("no worker was started")
    }
  }
#endif
