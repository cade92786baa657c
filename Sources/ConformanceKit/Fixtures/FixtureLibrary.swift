import Foundation

/// All cases of a folder, in the order of files and of cases in them.
package struct FixtureLibrary: Sendable {
  package let cases: [ConformanceCase]
  package let catalogue: ClauseCatalogue
  package let directory: String

  /// Reads `cases/*.json` of a folder, with SPEC.md from the folder or from the one above it.
  ///
  /// - Throws: ``FixtureFaults`` with every fault that was found: one a case.
  package init(directory: String) throws {
    self.directory = directory
    let specification = ["\(directory)/SPEC.md", "\(directory)/../SPEC.md"].lazy
      .compactMap { FileManager.default.contents(atPath: $0) }.first
    guard let specification else {
      throw FixtureFaults(
        file: "\(directory)/SPEC.md", "is not there, nor in the folder above",
        "copy the specification that the fixtures belong to there")
    }
    let catalogue = ClauseCatalogue(specification: String(decoding: specification, as: UTF8.self))
    self.catalogue = catalogue
    let folder = "\(directory)/cases"
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      throw FixtureFaults(file: folder, "is no folder that can be read", "say with --fixtures where the fixtures are")
    }
    var cases: [ConformanceCase] = []
    var faults: [FixtureFault] = []
    for name in names.sorted() where name.hasSuffix(".json") {
      let data = FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data()
      let file = Self.read(data, file: "cases/\(name)", catalogue)
      cases += file.cases
      faults += file.faults
    }
    for (id, same) in Dictionary(grouping: cases, by: \.id) where same.count > 1 {
      faults.append(
        FixtureFault(
          file: same[1].file, caseID: id, path: "$.cases", problem: "the id stands in \(same[0].file) too",
          advice: "give the new case an id that was never used"))
    }
    try FixtureFaults.check(faults.sorted { $0.description < $1.description })
    self.cases = cases
  }

  /// Reads one file; a case with a fault does not keep the others from being read.
  package static func read(
    _ data: some Sequence<UInt8>, file: String, _ catalogue: ClauseCatalogue
  ) -> (cases: [ConformanceCase], faults: [FixtureFault]) {
    var cases: [ConformanceCase] = []
    let faults = FaultCollector.faults(in: data, file: file) { reading, faults in
      let members = try reading.members(["format", "suite", "cases", "$schema", "description"])
      try members.required("format").requireFormat1()
      let suite = try members.required("suite").string()
      for element in try members.required("cases").elements() {
        try faults.part { cases.append(try ConformanceCase(element, suite: suite, catalogue: catalogue)) }
      }
    }
    return (cases, faults)
  }

  /// The cases that break a promise of release 0.1: all their clauses are core.
  package func isCore(_ conformanceCase: ConformanceCase) -> Bool {
    conformanceCase.clauses.allSatisfy { catalogue[$0]?.isCore ?? false }
  }
}

/// All faults of a folder of fixtures, one a line.
package struct FixtureFaults: Error, CustomStringConvertible {
  package let faults: [FixtureFault]

  package init(faults: [FixtureFault]) {
    self.faults = faults
  }

  init(file: String, _ problem: String, _ advice: String) {
    faults = [FixtureFault(file: file, problem: problem, advice: advice)]
  }

  package var description: String { faults.map(\.description).joined(separator: "\n") }
}
