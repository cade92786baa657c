#if canImport(MailboxBenchmark)
  import AppGroupMailbox
  import Foundation
  import MailboxSimulation
  import Testing

  @testable import MailboxBenchmark

  @Suite struct ContenderTests {
    @Test(arguments: ContenderKind.present(), Durability.allCases)
    func `Every contender stores, claims, returns and removes messages`(
      kind: ContenderKind, durability: Durability
    ) throws {
      let folder = try ScratchDirectory()
      let contender = try kind.open(in: "\(folder.path)/queue", durability, depth: 10)
      try contender.enqueue("one")
      try contender.enqueue(contentsOf: ["two", "three"])
      #expect(try contender.claim(2) == 2)
      #expect(try contender.claim(2) == 1)
      #expect(try contender.claim(1) == 0)
      try contender.release()
      #expect(try contender.claim(10) == 3)
      try contender.acknowledge()
      #expect(try contender.claim(10) == 0)
      try contender.look()
    }

    @Test func `The floor's files have bodies as the library writes them, and disappear`() throws {
      let folder = try ScratchDirectory()
      let floor = try FloorContender(in: folder.path, .powerLoss)
      try floor.enqueue("a message")
      func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !$0.hasPrefix(".") }
      }
      let name = try #require(try files().first)
      let body = try #require(FileManager.default.contents(atPath: "\(folder.path)/\(name)"))
      guard case .valid(let envelope) = EnvelopeScanner.scan(body) else { return #expect(Bool(false), "no envelope") }
      #expect(String(decoding: envelope.message(of: body), as: UTF8.self) == #"{"message":"a message"}"#)
      #expect(try floor.claim(1) == 1)
      try floor.acknowledge()
      #expect(try files() == [])
    }

    @Test(arguments: ContenderKind.present(), Scenario.allCases.filter { $0 != .coldStart && $0 != .fillDrain })
    func `A sample takes time and leaves about as many messages as there were`(
      kind: ContenderKind, scenario: Scenario
    ) throws {
      // Another process is needed for it; the program's own test has it.
      guard scenario != .afterChange else { return }
      let folder = try ScratchDirectory()
      let ground = Cell(scenario: scenario, depth: 5).ground
      let trial = try Trial(kind, ground, in: folder.path)
      for _ in 0..<12 { #expect(try trial.sample(scenario) > 0) }
      // What was added is removed from time to time.
      #expect(trial.depth < 2 * ground.depth)
      #expect(try trial.drain() == trial.depth)
    }
  }
#endif
