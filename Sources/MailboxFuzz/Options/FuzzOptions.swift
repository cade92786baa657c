import Foundation

/// What the command line asks for.
struct FuzzOptions: Equatable {
  enum Mode: Equatable {
    case campaign, list, help
    /// The verbs about one file.
    case replay(String), shrink(String), export(String), importing(String)
    /// Programs of up to so many operations.
    case exhaustive(Int)
    /// Two operations of two processes.
    case meetings
    /// Not for people: the other side of a driver.
    case work
  }

  /// How long a campaign lasts.
  enum Budget: Equatable {
    /// Over all targets.
    case seconds(Double)
    /// So many runs of each target: the same runs and seed have the same outcome.
    case runs(Int)
    /// All targets in turn, until it is interrupted or so many seconds have passed.
    case overnight(Double?)
  }

  enum Format: String {
    case text, json
  }

  var mode = Mode.campaign
  var budget = Budget.seconds(60)
  /// `nil` for one of the system's choosing.
  var seed: UInt64?
  /// Names of targets; empty for those of the default run.
  var targets: [String] = []
  var artifacts = "fuzz-artifacts"
  var corpus: String?
  var jobs = ProcessInfo.processInfo.activeProcessorCount
  /// After how many seconds a run counts as hanging.
  var timeout: Double = 10
  var isShrinking = true
  var format = Format.text
  /// How many seconds lie between two summaries of an overnight campaign.
  var reportInterval: Double = 600

  init(parsing arguments: [String]) throws(FuzzUsageError) {
    var rest = arguments[...]
    var (seconds, runs, isOvernight): (Double?, Int?, Bool) = (nil, nil, false)
    while let option = rest.popFirst() {
      switch option {
      case "--help", "-h": mode = .help
      case "--list": mode = .list
      case WorkerProcess.verb: mode = .work
      case "--replay": mode = .replay(try Self.value(of: option, &rest))
      case "--shrink": mode = .shrink(try Self.value(of: option, &rest))
      case "--export": mode = .export(try Self.value(of: option, &rest))
      case "--import": mode = .importing(try Self.value(of: option, &rest))
      case "--exhaustive": mode = .exhaustive(try Self.count(of: option, in: 1...4, &rest))
      case "--meetings": mode = .meetings
      case "--overnight": isOvernight = true
      case "--no-shrink": isShrinking = false
      case "--artifacts": artifacts = try Self.value(of: option, &rest)
      case "--corpus": corpus = try Self.value(of: option, &rest)
      case "--jobs": jobs = try Self.count(of: option, in: 1...64, &rest)
      case "--runs": runs = try Self.count(of: option, in: 1...Int.max, &rest)
      case "--seconds": seconds = try Self.seconds(of: option, &rest)
      case "--timeout": timeout = try Self.seconds(of: option, &rest)
      case "--report-every": reportInterval = try Self.seconds(of: option, &rest)
      case "--format": format = try Self.parsed(option, &rest, wanted: "text or json", Format.init)
      case "--seed":
        seed = try Self.parsed(option, &rest, wanted: "a number from 0 to \(UInt64.max)") { UInt64($0) }
      case "--target":
        let name = try Self.value(of: option, &rest)
        guard FuzzTargets.named(name) != nil else { throw .unknownTarget(name) }
        if !targets.contains(name) { targets.append(name) }
      default: throw .unknownOption(option)
      }
    }
    budget = try Self.budget(seconds, runs, isOvernight)
    if case .importing = mode, targets.count != 1 { throw .importNeedsTarget }
  }

  private static func budget(
    _ seconds: Double?, _ runs: Int?, _ isOvernight: Bool
  ) throws(FuzzUsageError) -> Budget {
    switch (seconds, runs, isOvernight) {
    case (let seconds, nil, true): return .overnight(seconds)
    case (nil, let runs?, false): return .runs(runs)
    case (let seconds, nil, false): return .seconds(seconds ?? 60)
    case (_, .some, true): throw .contradiction("--runs", "--overnight")
    case (.some, .some, _): throw .contradiction("--runs", "--seconds")
    }
  }

  private static func value(of option: String, _ rest: inout ArraySlice<String>) throws(FuzzUsageError) -> String {
    guard let value = rest.popFirst(), !value.isEmpty else { throw .missingValue(option) }
    return value
  }

  private static func parsed<Value>(
    _ option: String, _ rest: inout ArraySlice<String>, wanted: String, _ parse: (String) -> Value?
  ) throws(FuzzUsageError) -> Value {
    let text = try value(of: option, &rest)
    guard let value = parse(text) else { throw .badValue(option, text, wanted: wanted) }
    return value
  }

  private static func count(
    of option: String, in range: ClosedRange<Int>, _ rest: inout ArraySlice<String>
  ) throws(FuzzUsageError) -> Int {
    let most = range.upperBound == .max ? "\(range.lowerBound) or more" : "\(range.lowerBound) to \(range.upperBound)"
    return try parsed(option, &rest, wanted: "a number, \(most)") { text in
      Int(text).flatMap { range ~= $0 ? $0 : nil }
    }
  }

  private static func seconds(of option: String, _ rest: inout ArraySlice<String>) throws(FuzzUsageError) -> Double {
    // A clock's durations end somewhere; ten years are enough.
    try parsed(option, &rest, wanted: "seconds, more than 0") { text in
      Double(text).flatMap { $0 > 0 && $0 <= 3e8 ? $0 : nil }
    }
  }
}
