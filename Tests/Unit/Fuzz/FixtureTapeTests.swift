#if canImport(MailboxFuzz)
  import Foundation
  import MailboxSimulation
  import MailboxTestSupport
  import Testing

  @testable import MailboxFuzz

  @Suite struct `The tapes in Fixtures` {
    private static let fixtures = URL(fileURLWithPath: FixtureCases.directory)

    /// What was found once, and what reaches much.
    static let paths: [String] = {
      var paths: [String] = []
      for folder in ["corpora", "findings"] {
        let names = FileManager.default.enumerator(atPath: fixtures.appendingPathComponent(folder).path)
        while let name = names?.nextObject() as? String {
          if name.hasSuffix(".tape") { paths.append("\(folder)/\(name)") }
        }
      }
      return paths.sorted()
    }()

    @Test(arguments: paths)
    func `Hold`(path: String) throws {
      let recording = try TapeFolder.recording(at: Self.fixtures.appendingPathComponent(path).path)
      let target = try #require(FuzzTargets.named(recording.label), "no target is named '\(recording.label)'")
      let failure = try target.failure(on: ChoiceTape(recorded: recording.values))
      #expect(failure == nil, "\(target.listing(of: ChoiceTape(recorded: recording.values)))")
      if path.hasPrefix("corpora/") { #expect(path.hasPrefix("corpora/\(target.name)/\(target.name)-")) }
    }

    @Test(arguments: ["names", "envelope", "program", "lockfile", "protocol", "directory"])
    func `Are ten or more for a target, and all of them reach something of their own`(name: String) throws {
      let target = try #require(FuzzTargets.named(name))
      let tapes = try CorpusFolder(path: Self.fixtures.appendingPathComponent("corpora").path).tapes(for: target)
      let reached = try tapes.map { try target.examine(ChoiceTape(recorded: $0)).features }
      #expect(10...20 ~= tapes.count)
      #expect(Set(reached).count == tapes.count)
      #expect(reached.allSatisfy { !$0.isEmpty })
    }

    @Test(arguments: [("no tape\n", "no recorded tape"), ("choice-tape 1 nobody\n1\n", "no target 'nobody'")])
    func `Would fail clearly if one were none`(text: String, said: String) async throws {
      let folder = try ScratchDirectory()
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder.path)/x.tape"))
      let run = try await FuzzDriver.run(["--replay", "\(folder.path)/x.tape"])
      #expect(run.status == 2 && run.complaints.contains(said), "\(run.complaints)")
    }
  }
#endif
