import Foundation

/// What is told of a run, line by line.
protocol BenchmarkReport {
  func begin(_ surroundings: Surroundings) throws
  func add(_ measurement: Measurement) throws
  func end(_ goals: [Goal]) throws
}

/// Where it was measured.
struct Surroundings {
  var processors = ProcessInfo.processInfo.activeProcessorCount
  var system = ProcessInfo.processInfo.operatingSystemVersionString
  /// `nil` if there is none.
  var sqlite = SQLiteLibrary.shared?.version
  var folder: String
  /// Numbers of a debug build say nothing.
  var isOptimised: Bool = {
    #if DEBUG
      false
    #else
      true
    #endif
  }()
}

enum StandardOutput {
  static func write(_ line: String) throws {
    try FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8))
  }

  static func complain(_ line: String) {
    // Where nobody can be told, nobody is.
    try? FileHandle.standardError.write(contentsOf: Data("MailboxBenchmark: \(line)\n".utf8))
  }
}
