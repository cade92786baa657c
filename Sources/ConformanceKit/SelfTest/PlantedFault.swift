/// A fault that an implementation commits when it is told to, to see whether the cases find it.
package struct PlantedFault: Sendable {
  package var id: String
  package var title: String
  /// The clauses that it breaks.
  package var clauses: [String]
  /// What the adapter is told with `--break`.
  package var flag: String

  /// Reads Faults/catalogue.json, of which faults that are planted as patches are left out.
  ///
  /// - Throws: ``FixtureFaults`` with what is wrong: one fault an entry.
  package static func all(
    reading data: some Sequence<UInt8>, file: String, _ catalogue: ClauseCatalogue
  ) throws -> [PlantedFault] {
    var found: [PlantedFault] = []
    let faults = FaultCollector.faults(in: data, file: file) { reading, faults in
      for element in try reading.elements() {
        try faults.part { if let fault = try PlantedFault(element, catalogue) { found.append(fault) } }
      }
    }
    try FixtureFaults.check(faults)
    return found
  }

  /// - Returns: `nil` for a fault that is planted as a patch.
  private init?(_ reading: FixtureReading, _ catalogue: ClauseCatalogue) throws {
    let members = try reading.members([
      "id", "title", "clauses", "plant", "caughtBy", "foundBy", "inProcesses", "blackBox",
    ])
    id = try members.required("id").string()
    title = try members.required("title").string()
    clauses = try members.required("clauses").elements().map { clause in
      let text = try clause.string()
      guard catalogue[text] != nil else {
        throw clause.fault("\"\(text)\" is no clause of SPEC.md", catalogue.suggestion(for: text))
      }
      return text
    }
    let (kind, value) = try members.required("plant").members(["patch", "flag"]).one(of: ["patch", "flag"])
    guard kind == "flag" else { return nil }
    flag = try value.string()
  }
}
