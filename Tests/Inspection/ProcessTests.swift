#if os(macOS) || os(Linux)
  import AppGroupMailbox
  import Foundation
  import MailboxTestSupport
  import Testing

  @testable import MailboxInspection

  /// The program itself.
  @Suite(.ownThreads) struct ProcessTests {
    private static let program = BuiltProgram.path("mailbox")

    private static func run(
      _ words: String..., environment: [String: String] = [:],
      started: @Sendable (Int32) async throws -> Void = { _ in }
    ) async throws -> ProgramRun {
      try await ProgramRun.of(program, words, environment: environment, within: 60, started: started)
    }

    @Test func `The exit status says how it went`() async throws {
      let bench = try MailboxBench()
      try bench.open().enqueue(MailboxBench.Note("secret"))
      let good = try await Self.run("verify", bench.container)
      #expect(good.status == 0)
      #expect(good.output.hasSuffix("nothing is off; 1 entry, 1 body read, 0 foreign\n"))
      try bench.plantFile("pending-\u{1B}[31m.json", "")
      let bad = try await Self.run("verify", bench.container)
      #expect(bad.status == 1)
      #expect(bad.output.contains(#"pending-\x1b[31m.json"#))
      #expect(!bad.output.utf8.contains(0x1B))
      let usage = try await Self.run("verify")
      #expect(usage.status == 2)
      #expect(usage.complaints.hasPrefix("mailbox: verify needs the path"))
      let help = try await Self.run("--help")
      #expect(help.status == 0)
      let shown = try await Self.run("inspect", bench.directory)
      #expect(shown.status == 0)
      #expect(!shown.output.contains("secret"))
      let open = try await Self.run("inspect", "--contents", bench.directory)
      #expect(open.output.contains(#"{"text":"secret"}"#))
    }

    @Test func `Watching ends with 0 when it is interrupted, and by itself`() async throws {
      let bench = try MailboxBench()
      try bench.makeSoundMailbox()
      let short = try await Self.run("watch", bench.container, "--seconds", "0.01")
      #expect(short.status == 0)
      #expect(short.output.contains("0 pending, 0 claimed, 0 dead letters, 0 in quarantine"))
      let interrupted = try await Self.run("watch", bench.container, "--json") { process in
        try await Self.waitUntilListening(process)
        kill(process, SIGINT)
      }
      #expect(interrupted.status == 0)
      #expect(interrupted.lines.count == 1)
    }

    /// Waits until the process catches the signals.
    private static func waitUntilListening(_ process: Int32) async throws {
      #if os(Linux)
        let deadline = ContinuousClock.now + .seconds(50)
        let wanted: UInt64 = 1 << UInt64(SIGHUP - 1) | 1 << UInt64(SIGINT - 1)
        while ContinuousClock.now < deadline {
          let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
          let caught = status.split(separator: "\n").first { $0.hasPrefix("SigCgt:") }?.split(separator: "\t").last
          if let mask = caught.flatMap({ UInt64($0, radix: 16) }), mask & wanted == wanted { return }
          try await pause(for: 0.005)
        }
        Issue.record("the process does not listen to signals")
      #else
        try await pause(for: 1)
      #endif
    }

    @Test func `A lock in another's hands is no obstacle, and is told where the system tells`() async throws {
      let bench = try MailboxBench()
      try bench.makeSoundMailbox()
      let lock = open("\(bench.directory)/.mailbox.lock", O_RDWR | O_CLOEXEC)
      defer { close(lock) }
      #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
      let before = TouchSnapshot(of: bench.container)
      for verb in ["inspect", "verify", "export"] {
        let run = try await Self.run(verb, bench.container)
        #expect(run.status == 0)
      }
      #expect(TouchSnapshot(of: bench.container) == before)
    }

    @Test(.enabled(if: ProcessPrivileges.isRoot && FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv")))
    func `Another user is told of each file that he may not read`() async throws {
      let bench = try MailboxBench()
      try bench.open().enqueue(MailboxBench.Note("x"))
      let manager = FileManager.default
      for path in ["", "/AppGroupMailbox", "/AppGroupMailbox/\(bench.namespace)"] {
        try manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: bench.container + path)
      }
      let before = TouchSnapshot(of: bench.directory)
      let run = try await ProgramRun.of(
        "/usr/bin/setpriv",
        ["--reuid=65534", "--regid=65534", "--clear-groups", "--", Self.program, "verify", bench.directory],
        within: 60)
      #expect(run.status == 1, "\(run.complaints)")
      #expect(run.output.contains("unchecked  its body cannot be read"))
      #expect(run.output.contains("unchecked  the lock file cannot be read"))
      #expect(TouchSnapshot(of: bench.directory) == before)
    }
  }
#endif
