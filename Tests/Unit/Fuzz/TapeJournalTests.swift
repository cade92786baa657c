#if canImport(MailboxFuzz)
  import Foundation
  import MailboxSimulation
  import MailboxTestSupport
  import Testing

  @testable import MailboxFuzz

  @Suite struct `The journal of a run` {
    @Test func `Shows another mapping what was drawn, of the last run only`() throws {
      let folder = try ScratchDirectory()
      let file = FileHandle(fileDescriptor: try WorkerProcess.journalFile(in: folder.path), closeOnDealloc: true)
      let (worker, driver) = (
        try TapeJournal(descriptor: file.fileDescriptor), try TapeJournal(descriptor: file.fileDescriptor)
      )
      let tape = ChoiceTape(seed: 4)
      tape.witness = worker
      worker.begin(run: 1)
      _ = tape.bits()
      worker.end()
      #expect(driver.values == tape.drawn && driver.parts.isEmpty && !driver.isRunning)

      let second = ChoiceTape(seed: 5)
      second.witness = worker
      worker.begin(run: -2)
      _ = second.choose(below: 9)
      second.beginPart()
      _ = second.choose(below: 1_000)
      #expect(driver.values == second.drawn && driver.parts == [1])
      #expect((driver.run, driver.begun, driver.isRunning) == (-2, 2, true))

      driver.requestStop(true)
      #expect(worker.isStopRequested)
    }

    @Test func `Takes no more than it has room for`() throws {
      let folder = try ScratchDirectory()
      let file = FileHandle(fileDescriptor: try WorkerProcess.journalFile(in: folder.path), closeOnDealloc: true)
      let journal = try TapeJournal(descriptor: file.fileDescriptor)
      journal.begin(run: 0)
      for value in UInt64(0)..<1_100_000 { journal.drew(value, below: .max) }
      for position in 0..<20_000 { journal.beganPart(at: position) }
      #expect((journal.values.count, journal.parts.count) == (1 << 20, 1 << 14))
      #expect(journal.values.last == (1 << 20) - 1)
    }
  }
#endif
