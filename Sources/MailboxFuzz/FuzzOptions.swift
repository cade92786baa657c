/// What the command line asks for.
struct FuzzOptions: Equatable {
  enum Mode: Equatable {
    case campaign, list, help
    case replay(String)
    /// Programs of up to so many operations.
    case exhaustive(Int)
  }

  /// How long a campaign lasts, over all its targets.
  enum Budget: Equatable {
    case seconds(Double)
    /// So many runs of each target: the same runs and seed have the same outcome.
    case runs(Int)
  }

  var mode = Mode.campaign
  var budget = Budget.seconds(30)
  /// `nil` for one of the system's choosing.
  var seed: UInt64?
  /// Names of targets; empty for those of the default run.
  var targets: [String] = []
  var artifacts = "."
  var jobs = 1

  init(parsing arguments: [String]) throws(FuzzUsageError) {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      switch option {
      case "--help", "-h": mode = .help
      case "--list": mode = .list
      case "--replay": mode = .replay(try Self.value(of: option, &rest))
      case "--artifacts": artifacts = try Self.value(of: option, &rest)
      case "--exhaustive":
        mode = .exhaustive(try Self.number(of: option, &rest) { Int($0).flatMap { 1...4 ~= $0 ? $0 : nil } })
      case "--jobs": jobs = try Self.number(of: option, &rest) { Int($0).flatMap { 1...64 ~= $0 ? $0 : nil } }
      case "--target":
        let name = try Self.value(of: option, &rest)
        guard FuzzTargets.named(name) != nil else { throw .unknownTarget(name) }
        if !targets.contains(name) { targets.append(name) }
      case "--seed": seed = try Self.number(of: option, &rest, UInt64.init)
      case "--runs": budget = .runs(try Self.number(of: option, &rest) { Int($0).flatMap { $0 > 0 ? $0 : nil } })
      case "--seconds":
        budget = .seconds(
          try Self.number(of: option, &rest) { Double($0).flatMap { $0 > 0 && $0.isFinite ? $0 : nil } })
      default: throw .unknownOption(option)
      }
    }
  }

  private static func value(of option: String, _ rest: inout ArraySlice<String>) throws(FuzzUsageError) -> String {
    guard let value = rest.popFirst() else { throw .missingValue(option) }
    return value
  }

  private static func number<Number>(
    of option: String, _ rest: inout ArraySlice<String>, _ parse: (String) -> Number?
  ) throws(FuzzUsageError) -> Number {
    let text = try value(of: option, &rest)
    guard let number = parse(text) else { throw .badValue(option, text) }
    return number
  }

  static let help = """
    Usage: MailboxFuzz [options]

    Runs the library on random inputs and compares it with what the specification says.

      --seconds N      stop after N seconds, over all targets (default 30)
      --runs N         stop after N runs of each target instead; with a seed, the outcome is always the same
      --seed N         start from this seed; without it, from a random one, which is printed
      --target NAME    run this target only; may be given several times
      --artifacts DIR  where the tapes of findings are written (default: the current directory)
      --exhaustive N   instead: every program of up to N operations, cut short at every call, with every power loss
      --jobs N         how many threads the exhaustive part has (default 1)
      --replay FILE    run one recorded tape, and say what it does
      --list           name the targets
      --help           print this

    Exit status: 0 nothing found, 1 a finding, 2 wrong usage.
    """
}

/// Why the command line makes no sense.
enum FuzzUsageError: Error, Equatable {
  case unknownOption(String)
  case missingValue(String)
  case badValue(String, String)
  case unknownTarget(String)
  case badRecording(String, String)

  var description: String {
    switch self {
    case .unknownOption(let option): "there is no option '\(option)'"
    case .missingValue(let option): "'\(option)' needs a value"
    case .badValue(let option, let value): "'\(value)' is no value for '\(option)'"
    case .unknownTarget(let name): "there is no target '\(name)'; --list names them"
    case .badRecording(let path, let reason): "'\(path)' is no recorded tape: \(reason)"
    }
  }
}
