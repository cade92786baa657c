import ConformanceKit
import Foundation

/// A baseline that cannot be read: a slip in what was asked for, and none of the suite's.
struct BaselineFault: Error {
  let faults: FixtureFaults
}

extension Command {
  /// Reads the known failures.
  ///
  /// - Parameter cases: All that there are, chosen or not.
  func baseline(at path: String, for cases: [ConformanceCase]) throws -> Baseline {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw UsageError(
        description: "--baseline: \(path) is no file that can be read; write it, or leave the option out")
    }
    do {
      return try Baseline(reading: data, file: path, for: cases)
    } catch let faults as FixtureFaults {
      throw BaselineFault(faults: faults)
    }
  }
}
