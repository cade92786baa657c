extension CrashSweep.Coverage {
  /// Takes in what another part of the sweep covered.
  package mutating func add(_ other: CrashSweep.Coverage) {
    programs += other.programs
    crashes += other.crashes
    losses += other.losses
    violations += other.violations
    incomplete += other.incomplete
    for (operation, points) in other.points { self.points[operation, default: [:]].merge(points, uniquingKeysWith: +) }
  }
}

/// Operation × primitive: before how many calls of each a process died.
package struct CrashTable {
  private let coverage: CrashSweep.Coverage

  package init(_ coverage: CrashSweep.Coverage) {
    self.coverage = coverage
  }

  package var text: String {
    let operations = CrashOperation.allCases.filter { coverage.points[$0] != nil }
    let primitives = FileSystemCall.Primitive.allCases.filter { primitive in
      operations.contains { coverage.points[$0]?[primitive] != nil }
    }
    let width = primitives.map(\.rawValue.count).max() ?? 0
    let heading = padded("died before", width) + operations.map { "  \($0.rawValue)" }.joined()
    let lines = primitives.map { primitive in
      padded(primitive.rawValue, width)
        + operations.map { operation in
          let count = coverage.points[operation]?[primitive].map { "\($0)" } ?? "."
          return "  " + String(repeating: " ", count: max(0, operation.rawValue.count - count.count)) + count
        }.joined()
    }
    return ([heading] + lines).joined(separator: "\n")
  }

  private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
