// Not where there are no commands, as on iOS.
#if canImport(MailboxBenchmark)
  import Testing

  @testable import MailboxBenchmark

  @Suite struct `The benchmark's options` {
    @Test func `Without any, the chosen part is measured and told as a table`() throws {
      let options = try BenchmarkOptions(parsing: [])
      #expect((options.mode, options.size, options.format) == (.measure, .chosen, .text))
      #expect(options.picture == nil)
      #expect(try options.plan() == .of(.chosen))
    }

    @Test func `Filters leave what was asked for, and add depths that no plan has`() throws {
      let options = try BenchmarkOptions(
        parsing: ["--quick", "--scenario", "enqueue", "--depth", "100", "--depth", "77", "--format", "json"])
      #expect(options.format == .json)
      let cells = try options.plan().cells
      #expect(cells.allSatisfy { $0.scenario == .enqueue && [100, 77].contains($0.depth) })
      #expect(cells.contains(Cell(scenario: .enqueue, depth: 77)))
      #expect(cells.contains(Cell(scenario: .enqueue, depth: 100, durability: .powerLoss)))
      let safe = try BenchmarkOptions(parsing: ["--durability", "powerLoss"]).plan().cells
      #expect(!safe.isEmpty && safe.allSatisfy { $0.durability == .powerLoss })
    }

    @Test(arguments: [
      (["--verbose"], "unknown option '--verbose'; --help tells which there are"),
      (["--svg"], "--svg needs a value; --help tells which"),
      (["--format", "xml"], "--format xml: this should be text or json"),
      (["--depth", "0"], "--depth 0: this should be a number from 1 to 1000000"),
      (["--scenario", "flying"], "--scenario flying: this should be one of those of --list"),
    ])
    func `What is wrong is said with what would be right`(arguments: [String], text: String) {
      do {
        _ = try BenchmarkOptions(parsing: arguments)
        Issue.record("\(arguments) was taken")
      } catch {
        #expect(error.description == text)
      }
    }

    @Test func `A filter that leaves nothing is an error`() throws {
      let options = try BenchmarkOptions(parsing: ["--scenario", "cold-start", "--durability", "ordered"])
      #expect(throws: BenchmarkOptions.UsageError.self) { try options.plan() }
    }

    @Test(arguments: [BenchmarkPlan.Size.quick, .chosen, .all])
    func `A plan names no line twice, and the larger ones have what the smaller ones have`(size: BenchmarkPlan.Size) {
      let cells = BenchmarkPlan.of(size).cells
      #expect(Set(cells).count == cells.count)
      if size == .all { #expect(Set(cells).isSuperset(of: BenchmarkPlan.of(.chosen).cells)) }
      #expect(cells.allSatisfy { $0.processes == 1 || $0.scenario.isForSeveral })
    }

    @Test(arguments: [BenchmarkPlan.Size.quick, .chosen, .all])
    func `The depths of a scenario are timed together, and each line once`(size: BenchmarkPlan.Size) throws {
      let plan = BenchmarkPlan.of(size)
      let groups = plan.groups
      #expect(groups.joined().count == plan.cells.count && Set(groups.joined()) == Set(plan.cells))
      for group in groups where group.count > 1 {
        #expect(group.map(\.depth) == group.map(\.depth).sorted())
        #expect(group.allSatisfy { $0.isOnGround && $0.differsInDepth(from: group[0]) })
      }
      let enqueues = try #require(groups.first { $0.contains(Cell(scenario: .enqueue, depth: 10)) })
      #expect(enqueues.count == plan.cells.filter { $0.differsInDepth(from: enqueues[0]) }.count)
    }
  }
#endif
