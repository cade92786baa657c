#if canImport(MailboxFuzz)
  import Foundation
  import MailboxSimulation
  import MailboxTestSupport
  import Testing

  @testable import MailboxFuzz

  @Suite(.ownThreads) struct `The fuzz driver` {
    /// A finding as `--format json` tells it.
    private struct Finding: Decodable {
      var event: String
      var target: String?
      var kind: String?
      var choicesBefore: Int?
      var choicesAfter: Int?
      var artifact: String?
      var replay: String?
      var text: String?
      var listing: String?
    }

    private struct Summary: Decodable {
      struct Target: Decodable {
        struct Kind: Decodable {
          var signature: String
          var count: Int
        }

        var name: String
        var runs: Int
        var features: [String]
        var findings: [Kind]
      }

      var event: String
      var targets: [Target]
    }

    private func decoded<Line: Decodable>(_ line: String, as type: Line.Type = Line.self) throws -> Line {
      try JSONDecoder().decode(type, from: Data(line.utf8))
    }

    @Test(arguments: [
      (PlantedTarget.Fault.wrong, "failure", "the number 510 is wrong", 300),
      (.trap, "trap", "ended by SIG", 400), (.hang, "hang", "has not ended after 0.5 s", 200),
    ])
    func `A planted fault is a finding with a small tape that replays, and the run goes on`(
      fault: PlantedTarget.Fault, kind: String, said: String, runs: Int
    ) async throws {
      let driver = try FuzzDriver()
      let run = try await driver.run([
        "--target", "\(fault)", "--runs", "\(runs)", "--seed", "7", "--timeout", "0.5", "--format", "json",
      ])
      #expect(run.status == 1, "\(run.complaints)")
      try #require(run.lines.count == 3, "\(run.output)")
      let finding: Finding = try decoded(run.lines[1])
      #expect((finding.event, finding.target, finding.kind) == ("finding", "\(fault)", kind))
      #expect(finding.text?.contains(said) == true, "\(finding)")
      // The smallest there is: one step, with the smallest number that is at fault.
      #expect(finding.listing == "step 0: 510" && finding.choicesAfter == 2, "\(finding)")
      let summary: Summary = try decoded(run.lines[2])
      #expect(summary.targets.map(\.runs) == [runs])
      #expect(summary.targets[0].findings.map(\.count).reduce(0, +) > 1)
      #expect(try driver.leftovers() == [])

      let artifact = try #require(finding.artifact)
      #expect(try driver.kept(in: driver.artifacts).map { "\(driver.artifacts)/\($0)" } == [artifact])
      #expect(finding.replay?.hasSuffix("MailboxFuzz --replay \(artifact)") == true)
      let again = try await driver.run(["--replay", artifact, "--timeout", "0.5"])
      #expect(again.status == 1)
      #expect(again.output.hasPrefix("step 0: 510\n") && again.output.contains(said), "\(again.output)")
      #expect(try driver.leftovers() == [])
    }

    @Test func `Counted runs have the same output each time, whatever the number of jobs`() async throws {
      var outputs: [String] = []
      for jobs in ["1", "3", "3"] {
        let driver = try FuzzDriver()
        let run = try await driver.run([
          "--target", "names", "--target", "trap", "--target", "wrong", "--runs", "700", "--seed", "11", "--jobs", jobs,
        ])
        #expect(run.status == 1, "\(run.complaints)")
        outputs.append(run.output.replacing(driver.folder.path, with: ""))
      }
      #expect(outputs[0] == outputs[1] && outputs[1] == outputs[2])
      #expect(outputs[0].contains("FINDING in target trap") && outputs[0].contains("FINDING in target wrong"))
    }

    @Test func `Another seed has another output`() async throws {
      let first = try await FuzzDriver.run(["--target", "envelope", "--runs", "50", "--seed", "1", "--format", "json"])
      let second = try await FuzzDriver.run(["--target", "envelope", "--runs", "50", "--seed", "2", "--format", "json"])
      let reached = try [first, second].map { try decoded($0.lines[1], as: Summary.self).targets[0].features }
      #expect(reached[0] != reached[1] && !reached[0].isEmpty)
      #expect((first.status, second.status) == (0, 0))
    }

    @Test func `What reaches something new is kept, and run first the next time`() async throws {
      let driver = try FuzzDriver()
      let corpus = "\(driver.folder.path)/corpus"
      let arguments = ["--target", "names", "--seed", "3", "--corpus", corpus, "--format", "json"]
      let first = try await driver.run(arguments + ["--runs", "300"])
      let kept = try driver.kept(in: corpus)
      #expect(kept.count > 5 && kept.allSatisfy { $0.hasPrefix("names/names-") })
      let second = try await driver.run(arguments + ["--runs", "1"])
      let (one, other): (Summary, Summary) = (try decoded(first.lines[1]), try decoded(second.lines[1]))
      #expect(other.targets[0].runs == kept.count + 1)
      #expect(Set(other.targets[0].features).isSuperset(of: one.targets[0].features))
    }

    @Test func `A tape is made smaller as long as it fails, or as long as it reaches the same`() async throws {
      let driver = try FuzzDriver()
      let folder = TapeFolder(path: "\(driver.folder.path)/tapes")
      let failing = try folder.write(TapeRecording(label: "wrong", values: [9, 1, 2, 3, 511, 4, 5]))
      let shrunk = try await driver.run(["--shrink", failing])
      #expect(shrunk.status == 1 && shrunk.output.contains("shrunk from 7 to 2 choices"), "\(shrunk.output)")
      let holding = try folder.write(TapeRecording(label: "wrong", values: [3, 100, 200, 300]))
      let smaller = try await driver.run(["--shrink", holding])
      #expect(smaller.status == 0 && smaller.output.hasPrefix("holds; from 4 to 1 choices"), "\(smaller.output)")
    }

    @Test func `What a fuzzer made of bytes becomes a finding, and a tape becomes bytes`() async throws {
      let driver = try FuzzDriver()
      let tape = try TapeFolder(path: driver.artifacts).write(
        TapeRecording(label: "envelope", values: [3, 1, 2, 3, 4]))
      let exported = try await driver.run(["--export", tape])
      #expect(exported.status == 0 && !exported.output.isEmpty)
      let bytes = "\(driver.folder.path)/bytes"
      // One step of ten, number 510 of 512 in two bytes.
      try Data([1, 1, 254]).write(to: URL(fileURLWithPath: bytes))
      let run = try await driver.run(["--import", bytes, "--target", "wrong", "--format", "json"])
      #expect(run.status == 1, "\(run.complaints)")
      let finding: Finding = try decoded(run.lines[0])
      #expect(finding.listing == "step 0: 510")
      try Data([0]).write(to: URL(fileURLWithPath: bytes))
      #expect(try await driver.run(["--import", bytes, "--target", "wrong"]).status == 0)
    }

    @Test(arguments: [["--nonsense"], ["--seed", "x"], ["--replay", "/nowhere.tape"], ["--corpus"], ["--jobs", "0"]])
    func `Wrong usage is told in one line, and has status 2`(arguments: [String]) async throws {
      let run = try await FuzzDriver.run(arguments)
      #expect(run.status == 2 && run.output.isEmpty)
      #expect(run.complaints.hasPrefix("MailboxFuzz: ") && run.complaints.count { $0 == "\n" } == 1)
    }
  }
#endif
