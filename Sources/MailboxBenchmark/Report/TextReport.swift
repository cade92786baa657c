import Foundation

/// A table for people.
struct TextReport: BenchmarkReport {
  let kinds: [ContenderKind]

  func begin(_ surroundings: Surroundings) throws {
    let sqlite = surroundings.sqlite.map { "SQLite \($0), WAL" } ?? "no SQLite on this machine: skipped"
    try StandardOutput.write(
      "\(surroundings.processors) processors, \(surroundings.system), \(sqlite), in \(surroundings.folder)")
    if !surroundings.isOptimised { try StandardOutput.write("NOT OPTIMISED: run it with -c release") }
    try StandardOutput.write("medians a message, ± half of what lies between the quartiles; ratios of medians\n")
    let heads = kinds.map { Self.right($0.rawValue, 18) } + others.map { Self.right("/ \($0.rawValue)", 9) }
    try StandardOutput.write(Self.left("", Self.nameWidth) + heads.joined())
  }

  private static let nameWidth = 50

  private var others: [ContenderKind] { kinds.filter { $0 != .mailbox } }

  func add(_ measurement: Measurement) throws {
    let times = kinds.map { Self.right(measurement.samples[$0].map(Self.text) ?? "", 18) }
    let ratios = others.map { Self.right(measurement.ratio(to: $0).map(Self.ratio) ?? "", 9) }
    try StandardOutput.write(Self.left(measurement.cell.title, Self.nameWidth) + (times + ratios).joined())
    guard !measurement.peaks.isEmpty else { return }
    let peaks = kinds.map { Self.right(measurement.peaks[$0].map(Self.memory) ?? "", 18) }
    try StandardOutput.write(Self.left("  the most memory", Self.nameWidth) + peaks.joined())
  }

  func end(_ goals: [Goal]) throws {
    guard !goals.isEmpty else { return }
    try StandardOutput.write("\n" + Self.left("goals", 80) + Self.right("measured", 9) + Self.right("at most", 9))
    for goal in goals {
      let bound = goal.bound.map(Self.ratio) ?? ""
      let word = goal.isMet.map { $0 ? "met" : "MISSED" } ?? "reported"
      try StandardOutput.write(
        Self.left(goal.name, 80) + Self.right(Self.ratio(goal.measured), 9) + Self.right(bound, 9) + "  " + word)
    }
  }

  // MARK: Words

  private static func text(_ samples: Samples) -> String {
    time(samples.median) + (samples.count > 1 ? right("±\(Int((samples.spread * 100).rounded())) %", 7) : right("", 7))
  }

  /// Three digits and a unit.
  static func time(_ nanoseconds: Double) -> String {
    let (value, unit) =
      switch nanoseconds {
      case ..<1e3: (nanoseconds, "ns")
      case ..<1e6: (nanoseconds / 1e3, "µs")
      case ..<1e9: (nanoseconds / 1e6, "ms")
      default: (nanoseconds / 1e9, "s")
      }
    return "\(digits(value)) \(unit)"
  }

  static func ratio(_ value: Double) -> String { digits(value) }

  static func memory(_ bytes: Int) -> String { "\(digits(Double(bytes) / 1_048_576)) MiB" }

  private static func digits(_ value: Double) -> String {
    let places = value < 10 ? 2 : value < 100 ? 1 : 0
    return value.formatted(
      .number.precision(.fractionLength(places)).grouping(.never).locale(Locale(identifier: "en_US_POSIX")))
  }

  private static func left(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}

extension Cell {
  /// What differs from the usual is said.
  var title: String {
    var words = ["\(scenario.rawValue), depth \(depth)"]
    if durability != .processCrash { words.append(durability.rawValue) }
    if payload != 100 { words.append("\(payload) B") }
    if processes != 1 { words.append("\(processes) processes") }
    return words.joined(separator: ", ")
  }
}
