import Foundation

/// One JSON object a line, each with an `event`; times in nanoseconds a message.
struct JSONReport: BenchmarkReport {
  private struct Start: Encodable {
    var event = "start"
    var processors: Int
    var system: String
    var sqlite: String?
    var folder: String
    var isOptimised: Bool
  }

  private struct Line: Encodable {
    var event = "measurement"
    var scenario: Scenario
    var depth: Int
    var durability: Durability
    var payload: Int
    var processes: Int
    var contenders: [String: Samples]
    var ratios: [String: Double]
    var peakBytes: [String: Int]?
  }

  private struct Target: Encodable {
    var event = "goal"
    var name: String
    var measured: Double
    var atMost: Double?
    var isMet: Bool?
  }

  func begin(_ surroundings: Surroundings) throws {
    try write(
      Start(
        processors: surroundings.processors, system: surroundings.system, sqlite: surroundings.sqlite,
        folder: surroundings.folder, isOptimised: surroundings.isOptimised))
  }

  func add(_ measurement: Measurement) throws {
    let cell = measurement.cell
    let others = measurement.samples.keys.filter { $0 != .mailbox }
    try write(
      Line(
        scenario: cell.scenario, depth: cell.depth, durability: cell.durability, payload: cell.payload,
        processes: cell.processes, contenders: Self.named(measurement.samples),
        ratios: Self.named(
          Dictionary(uniqueKeysWithValues: others.compactMap { kind in measurement.ratio(to: kind).map { (kind, $0) } })
        ),
        peakBytes: measurement.peaks.isEmpty ? nil : Self.named(measurement.peaks)))
  }

  func end(_ goals: [Goal]) throws {
    for goal in goals {
      try write(Target(name: goal.name, measured: goal.measured, atMost: goal.bound, isMet: goal.isMet))
    }
  }

  private static func named<Value>(_ values: [ContenderKind: Value]) -> [String: Value] {
    Dictionary(uniqueKeysWithValues: values.map { ($0.key.rawValue, $0.value) })
  }

  private func write(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    try StandardOutput.write(String(decoding: try encoder.encode(value), as: UTF8.self))
  }
}
