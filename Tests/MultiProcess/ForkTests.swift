import AppGroupMailbox
import MailboxSimulation
import MailboxTestSupport
import Testing

extension MultiProcess {
  @Suite struct Forking {
    #if os(Linux)
      @Test(.clauses("LCK-6", "LCK-1"))
      func `A forked child that uses its parent's instance is kept out by its parent's lock`() async throws {
        try await Crew.work { crew in
          let probe = try crew.spawn([
            "fork", "--container", crew.bench.container, "--namespace", crew.bench.namespace,
          ])
          #expect(try await probe.exit() == .status(0))
          var lines: [String] = []
          while let line = try await probe.output.next() { lines.append(line) }
          #expect(
            lines == ["child while locked: busy", "parent: 1", "child afterwards: enqueued", "parent afterwards: 1"])
        }
      }
    #endif

    @Test(.clauses("LCK-6"))
    func `An instance that finds itself in another process opens everything again`() throws {
      let bench = try MailboxBench()
      let process = StateLock<Int32>(100)
      let recorder = CallRecorder()
      let fileSystem = recorder.fileSystem(over: PretendedProcess(process: process))
      let mailbox = try bench.open(fileSystem: fileSystem)
      #expect(try openings(mailbox, recorder).isEmpty)
      process.withLock { $0 = 101 }
      let again: [FileSystemCall.Primitive] = [.openContainer, .openDirectory, .openDirectory, .openFile]
      #expect(try openings(mailbox, recorder) == again)
      #expect(try openings(mailbox, recorder).isEmpty)
      #expect(try bench.pending().count == 3)
    }

    /// The real file system, in whatever process a test says.
    private struct PretendedProcess: ForwardingFileSystem {
      let base: any FileSystem = POSIXFileSystem()
      let process: StateLock<Int32>

      var processIdentifier: Int32 { process.withLock { $0 } }
    }

    /// What an enqueue opens: directories, and the lock file.
    private func openings(
      _ mailbox: AppGroupMailbox<MailboxBench.Note>, _ recorder: CallRecorder
    ) throws -> [FileSystemCall.Primitive] {
      _ = recorder.take()
      try mailbox.enqueue(MailboxBench.Note("note"))
      return recorder.take().map(\.primitive).filter { [.openContainer, .openDirectory, .openFile].contains($0) }
    }
  }
}
