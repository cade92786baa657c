import Foundation
import MailboxAdapter
import MailboxSimulation
import MailboxTestSupport
import Testing

extension MultiProcess {
  /// `MailboxAdapter draw`.
  @Suite struct DrawingCommand {
    private static func run(_ arguments: [String], on bench: MailboxBench) async throws -> (
      exit: ProcessExit, output: [String], complaints: [String]
    ) {
      let process = try HelperProcess(["draw"] + arguments, on: bench)
      let exit = try await process.exit()
      return (exit, try await all(process.output), try await all(process.complaints))
    }

    private static func all(_ inbox: Inbox<String>) async throws -> [String] {
      var lines: [String] = []
      while let line = try await inbox.next() { lines.append(line) }
      return lines
    }

    /// 1 is delivered to two; each process has a file.
    private static func record(on bench: MailboxBench) throws -> [String] {
      let id = MailboxBench.id(1)
      func claim(_ number: Int) -> HistoryClaim {
        HistoryClaim(token: MailboxBench.id(100 + number), id: id, payload: "\"1\"", date: 1_000, attempts: 0)
      }
      let calls: [(HistoryCall, HistoryOutcome)] = [
        (.enqueue(message: HistoryMessage(id: id, payload: "\"1\""), date: nil), .identifiers(ids: [id])),
        (.claim(limit: nil), .claims(claims: [claim(1)])), (.claim(limit: nil), .claims(claims: [claim(2)])),
      ]
      return try calls.enumerated().map { process, call in
        let moment = UInt64(process + 1) * 1_000_000_000
        let lines: [HistoryLine] = [
          .participant(process: process, participant: HistoryParticipant()),
          .invoked(process: process, number: 0, call: call.0, moment: moment, clock: 1_000),
          .returned(
            process: process, number: 0, outcome: call.1, moment: moment + 1_000, clock: 1_000, isFaulted: nil),
        ]
        let path = "\(bench.container)/process-\(process).jsonl"
        try lines.map { $0.text + "\n" }.joined().write(toFile: path, atomically: false, encoding: .utf8)
        return path
      }
    }

    @Test func `A recorded history is judged and drawn`() async throws {
      let bench = try MailboxBench()
      // Its folder must outlive what is written there.
      defer { withExtendedLifetime(bench) {} }
      let files = try Self.record(on: bench)
      let picture = "\(bench.container)/picture.svg"
      let result = try await Self.run(files + ["--output", picture], on: bench)
      #expect(result.exit == .status(0) && result.complaints.isEmpty)
      #expect(result.output.first == "3 operations of 3 processes")
      #expect(result.output.dropFirst().first?.hasPrefix("broken: oneHolder (CLM-1, CLM-16, REC-2): ") ?? false)
      #expect(result.output.last == "picture: \(picture)")
      let svg = try String(contentsOfFile: picture, encoding: .utf8)
      #expect(svg.hasPrefix("<?xml") && svg.contains("two hold 000001"))
    }

    @Test func `The picture stands beside the first file, and says of what nobody knows the end`() async throws {
      let bench = try MailboxBench()
      // Its folder must outlive what is written there.
      defer { withExtendedLifetime(bench) {} }
      let files = try Self.record(on: bench)
      let torn = try String(contentsOfFile: files[2], encoding: .utf8).dropLast(20)
      try String(torn).write(toFile: files[2], atomically: false, encoding: .utf8)
      let result = try await Self.run(files, on: bench)
      #expect(
        result.output == [
          "the last line of \(files[2]) was never finished, and is left out",
          "3 operations of 3 processes, 1 with an unknown outcome",
          "No promise is broken: some order of the operations explains everything.",
          "picture: \(bench.container)/process-0.svg",
        ])
      #expect(FileManager.default.fileExists(atPath: "\(bench.container)/process-0.svg"))
    }

    @Test func `What cannot be drawn is said in one line, and nothing is written`() async throws {
      let bench = try MailboxBench()
      // Its folder must outlive what is written there.
      defer { withExtendedLifetime(bench) {} }
      let files = try Self.record(on: bench)
      let odd = "\(bench.container)/odd.jsonl"
      try "{}\n".write(toFile: odd, atomically: false, encoding: .utf8)
      let before = try FileManager.default.contentsOfDirectory(atPath: bench.container).sorted()
      for (arguments, complaint) in [
        ([], "FILE is missing"), (["\(odd).none"], "\(odd).none cannot be read"),
        ([files[0], odd], "\(odd):1 is no line of a history"),
        (["--output", files[0], files[0]], "the picture would replace \(files[0])"),
        ([files[0], files[0]], "operation 0 of process 0 returns without having begun, or begins or returns twice"),
        ([files[0], "--output", "\(odd)/none"], "\(odd)/none cannot be written"),
        ([files[0], "--colour", "red"], "'--colour' is unknown or has no value"),
      ] {
        let result = try await Self.run(arguments, on: bench)
        #expect(result.exit == .status(2))
        #expect(result.complaints == ["MailboxAdapter: \(complaint)", "Try MailboxAdapter help."])
        #expect(result.output.isEmpty)
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: bench.container).sorted() == before)
    }
  }
}
