#if canImport(MailboxBenchmark)
  import Foundation
  import MailboxSimulation
  import MailboxTestSupport
  import Testing

  /// The real program, as somebody runs it.
  @Suite(.ownThreads) struct `The benchmark` {
    private static func run(_ arguments: [String], in folder: String) async throws -> ProgramRun {
      try await ProgramRun.of(BuiltProgram.path("MailboxBenchmark"), arguments, environment: ["TMPDIR": folder])
    }

    private struct Line: Decodable {
      var event: String
      var scenario: String?
      var contenders: [String: Samples]?
      var peakBytes: [String: Int]?
      var name: String?

      struct Samples: Decodable {
        var median: Double
        var low: Double
        var high: Double
        var count: Int
      }
    }

    @Test func `Everything that needs processes of its own is measured, and nothing is left behind`() async throws {
      let folder = try ScratchDirectory()
      let scenarios = ["after-change", "cold-start", "fill-drain", "cycle"].flatMap { ["--scenario", $0] }
      let run = try await Self.run(
        ["--quick", "--depth", "20", "--format", "json", "--svg", "\(folder.path)/plot.svg"] + scenarios,
        in: folder.path)
      #expect(run.status == 0, "\(run.complaints)")
      let lines = try run.lines.map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
      #expect(lines.first?.event == "start")
      let measured = lines.filter { $0.event == "measurement" }
      #expect(Set(measured.compactMap(\.scenario)) == ["after-change", "cold-start", "fill-drain", "cycle"])
      for line in measured {
        let contenders = try #require(line.contenders)
        #expect(contenders.keys.contains("mailbox") && contenders.keys.contains("floor"))
        #expect(
          contenders.values.allSatisfy { $0.low > 0 && $0.low <= $0.median && $0.median <= $0.high && $0.count > 0 })
      }
      let peaks = measured.compactMap(\.peakBytes).flatMap(\.values)
      #expect(!peaks.isEmpty && peaks.allSatisfy { $0 > 1 << 20 })
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["plot.svg"])
    }

    @Test func `Several processes at once are measured`() async throws {
      let folder = try ScratchDirectory()
      let run = try await Self.run(
        ["--quick", "--scenario", "cycle", "--depth", "100", "--folder", folder.path], in: folder.path)
      #expect(run.status == 0, "\(run.complaints)")
      #expect(run.lines.contains { $0.hasPrefix("cycle, depth 100, 2 processes") })
    }

    @Test func `What cannot be measured is said in one line`() async throws {
      let folder = try ScratchDirectory()
      let bad = try await Self.run(["--scenario", "flying"], in: folder.path)
      #expect(bad.status == 2 && bad.complaints.hasPrefix("MailboxBenchmark: --scenario flying"))
      let nowhere = try await Self.run(
        ["--quick", "--scenario", "enqueue", "--folder", "/dev/null/nowhere"], in: folder.path)
      #expect(nowhere.status == 2 && nowhere.complaints.split(separator: "\n").count == 1)
    }
  }
#endif
