import Foundation

/// Why clauses have no case: what `no-case.json` beside the cases says.
package struct NoCaseReasons: Sendable {
  package static let fileName = "no-case.json"

  private let reasons: [String: String]

  package subscript(clause: String) -> String? { reasons[clause] }

  /// Reads the file of a folder; a folder without one gives no reasons.
  ///
  /// - Throws: ``FixtureFaults`` with every fault of the file: one an entry.
  package init(directory: String, _ catalogue: ClauseCatalogue) throws {
    let path = "\(directory)/\(Self.fileName)"
    guard FileManager.default.fileExists(atPath: path) else {
      reasons = [:]
      return
    }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw FixtureFaults(file: Self.fileName, "cannot be read", "make it a file that its user may read")
    }
    reasons = try Self.read(data, catalogue)
  }

  /// Reads what such a file holds.
  package init(reading data: some Sequence<UInt8>, _ catalogue: ClauseCatalogue) throws {
    reasons = try Self.read(data, catalogue)
  }

  private static func read(_ data: some Sequence<UInt8>, _ catalogue: ClauseCatalogue) throws -> [String: String] {
    var reasons: [String: String] = [:]
    let faults = FaultCollector.faults(in: data, file: fileName) { reading, faults in
      let members = try reading.members(["format", "clauses"])
      try members.required("format").requireFormat1()
      for (clause, reading) in try members.required("clauses").anyMembers().sorted(by: { $0.key < $1.key }) {
        try faults.part {
          guard catalogue[clause] != nil else {
            throw reading.fault("\"\(clause)\" is no clause of SPEC.md", catalogue.suggestion(for: clause))
          }
          reasons[clause] = try reading.reason()
        }
      }
    }
    try FixtureFaults.check(faults)
    return reasons
  }
}
