import ConformanceKit
import Foundation

/// Measures the library beside what it could cost at least, and beside what one would use in its place.
@main
struct MailboxBenchmark {
  static func main() {
    do {
      try run(try BenchmarkOptions(parsing: Array(CommandLine.arguments.dropFirst())))
    } catch {
      StandardOutput.complain("\(error)")
      exit(2)
    }
  }

  private static func run(_ options: BenchmarkOptions) throws {
    switch options.mode {
    case .help: try StandardOutput.write(BenchmarkOptions.help)
    case .list:
      for scenario in Scenario.allCases { try StandardOutput.write("\(scenario.rawValue): \(scenario.summary)") }
    case .work(let task): try BenchmarkWorker.run(task)
    case .measure: try measure(options)
    }
  }

  private static func measure(_ options: BenchmarkOptions) throws {
    Interruption.listen()
    let kinds = ContenderKind.present()
    let report: any BenchmarkReport = options.format == .json ? JSONReport() : TextReport(kinds: kinds)
    let plan = try options.plan()
    try report.begin(Surroundings(folder: options.folder))
    var measurements: [Measurement] = []
    try BenchmarkRun(plan: plan, kinds: kinds, folder: options.folder).run { measurement in
      measurements.append(measurement)
      try report.add(measurement)
    }
    try report.end(Goal.all(in: measurements))
    if let picture = options.picture {
      try Data(Plot(measurements).svg.utf8).write(to: URL(fileURLWithPath: picture))
    }
  }
}
