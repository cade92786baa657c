import Foundation

/// What the command line asks for.
struct BenchmarkOptions: Equatable {
  enum Mode: Equatable {
    case measure, list, help
    /// Not for people: a process that one that measures has started.
    case work(String)
  }

  enum Format: String {
    case text, json
  }

  var mode = Mode.measure
  var size = BenchmarkPlan.Size.chosen
  var format = Format.text
  /// Where the picture goes.
  var picture: String?
  var folder = FileManager.default.temporaryDirectory.path(percentEncoded: false)
  /// Empty means all, for each of these.
  var scenarios: [Scenario] = []
  var depths: [Int] = []
  var durabilities: [Durability] = []

  /// What is wrong with a command line.
  struct UsageError: Error, CustomStringConvertible {
    let description: String
  }

  init(parsing arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      switch option {
      case "--help", "-h": mode = .help
      case "--list": mode = .list
      case WorkerTask.verb: mode = .work(try Self.value(of: option, &rest))
      case "--quick": size = .quick
      case "--all": size = .all
      case "--format": format = try Self.parsed(option, &rest, wanted: "text or json", Format.init)
      case "--svg": picture = try Self.value(of: option, &rest)
      case "--folder": folder = try Self.value(of: option, &rest)
      case "--scenario":
        scenarios.append(try Self.parsed(option, &rest, wanted: "one of those of --list", Scenario.init))
      case "--durability":
        durabilities.append(
          try Self.parsed(option, &rest, wanted: "processCrash, ordered or powerLoss", Durability.init))
      case "--depth":
        depths.append(
          try Self.parsed(option, &rest, wanted: "a number from 1 to 1000000") { text in
            Int(text).flatMap { 1...1_000_000 ~= $0 ? $0 : nil }
          })
      default: throw UsageError(description: "unknown option '\(option)'; --help tells which there are")
      }
    }
  }

  /// What is to be measured.
  ///
  /// Depths that no plan has are measured for the scenarios that were asked for.
  func plan() throws(UsageError) -> BenchmarkPlan {
    var plan = BenchmarkPlan.of(size)
    if !depths.isEmpty, !scenarios.isEmpty {
      let asked = scenarios.flatMap { scenario in depths.map { Cell(scenario: scenario, depth: $0) } }
      plan.cells += asked.filter { !plan.cells.contains($0) }
    }
    plan = plan.filtered { cell in
      (scenarios.isEmpty || scenarios.contains(cell.scenario)) && (depths.isEmpty || depths.contains(cell.depth))
        && (durabilities.isEmpty || durabilities.contains(cell.durability))
    }
    guard !plan.cells.isEmpty else {
      throw UsageError(
        description: "nothing of the plan is left by --scenario, --depth and --durability; --all has more")
    }
    return plan
  }

  private static func value(of option: String, _ rest: inout ArraySlice<String>) throws(UsageError) -> String {
    guard let value = rest.popFirst(), !value.isEmpty else {
      throw UsageError(description: "\(option) needs a value; --help tells which")
    }
    return value
  }

  private static func parsed<Value>(
    _ option: String, _ rest: inout ArraySlice<String>, wanted: String, _ parse: (String) -> Value?
  ) throws(UsageError) -> Value {
    let text = try value(of: option, &rest)
    guard let value = parse(text) else {
      throw UsageError(description: "\(option) \(text): this should be \(wanted)")
    }
    return value
  }

  static let help = """
    Usage: swift run -c release MailboxBenchmark [options]

    Measures the library beside the floor, which is the fastest system calls that do the same safely, and beside a table of
    the system's SQLite: in turns, in one run. What counts is the ratios of medians, not the times of a machine.

      (nothing)           a chosen part, in under three minutes
      --quick             less, in under 40 seconds
      --all               everything: many hours
      --scenario NAME     only this; may be repeated, as may the next two
      --depth N           only with so many messages in the mailbox
      --durability NAME   only processCrash, ordered or powerLoss (SQLite: synchronous OFF, NORMAL, FULL)
      --folder DIR        where the mailboxes are made and removed; without it, the system's folder for temporary files
      --svg FILE          draw cost against depth
      --format json       one JSON object a line instead of a table, each with an "event": start, measurement, goal;
                          times in nanoseconds a message
      --list              what can be measured
      --help              print this

    Exit status: 0 it was measured, 2 wrong usage, or the measurement itself failed.
    """
}
