// Not where there are no commands, as on iOS.
#if canImport(MailboxFuzz)
  import Testing

  @testable import MailboxFuzz

  @Suite struct `The fuzz driver's options` {
    @Test func `Without any, all targets run for a minute on all cores`() throws {
      let options = try FuzzOptions(parsing: [])
      #expect((options.mode, options.budget) == (.campaign, .seconds(60)))
      #expect(options.targets.isEmpty && options.seed == nil && options.isShrinking)
      #expect(options.jobs >= 1)
    }

    @Test func `Each is understood, targets may repeat`() throws {
      let options = try FuzzOptions(
        parsing: ["--runs", "5", "--seed", "7", "--target", "names", "--target", "program", "--artifacts", "out"])
      #expect(options.budget == .runs(5))
      #expect((options.seed, options.targets, options.artifacts) == (7, ["names", "program"], "out"))
      #expect(try FuzzOptions(parsing: ["--replay", "x.tape"]).mode == .replay("x.tape"))
      #expect(try FuzzOptions(parsing: ["--no-shrink", "--format", "json"]).isShrinking == false)
    }

    @Test(arguments: [
      ([], FuzzOptions.Budget.seconds(60)), (["--seconds", "2.5"], .seconds(2.5)), (["--overnight"], .overnight(nil)),
      (["--overnight", "--seconds", "90"], .overnight(90)), (["--seconds", "90", "--overnight"], .overnight(90)),
    ])
    func `How long a campaign lasts does not depend on the order of options`(
      arguments: [String], budget: FuzzOptions.Budget
    ) throws {
      #expect(try FuzzOptions(parsing: arguments).budget == budget)
    }

    @Test(arguments: [
      (["--verbose"], FuzzUsageError.unknownOption("--verbose")), (["--seed"], .missingValue("--seed")),
      (["--runs", "0"], .badValue("--runs", "0", wanted: "a number, 1 or more")),
      (["--seconds", "nan"], .badValue("--seconds", "nan", wanted: "seconds, more than 0")),
      (["--seconds", "1e300"], .badValue("--seconds", "1e300", wanted: "seconds, more than 0")),
      (["--jobs", "65"], .badValue("--jobs", "65", wanted: "a number, 1 to 64")),
      (["--format", "xml"], .badValue("--format", "xml", wanted: "text or json")),
      (["--target", "all"], .unknownTarget("all")),
      (["--runs", "1", "--overnight"], .contradiction("--runs", "--overnight")),
      (["--runs", "1", "--seconds", "1"], .contradiction("--runs", "--seconds")),
      (["--import", "x"], .importNeedsTarget),
    ])
    func `Anything else is refused, and told what would do`(arguments: [String], error: FuzzUsageError) {
      #expect(throws: error) { try FuzzOptions(parsing: arguments) }
      #expect(error.description.contains(/;|takes/))
    }
  }
#endif
