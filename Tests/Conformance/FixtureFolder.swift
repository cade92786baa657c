import Foundation
import MailboxSimulation

/// A small folder of fixtures of a test's own.
struct FixtureFolder {
  private let folder: ScratchDirectory

  var path: String { folder.path }

  /// - Parameters:
  ///   - specification: What SPEC.md holds.
  ///   - cases: Each in JSON.
  init(specification: String, cases: [String]) throws {
    folder = try ScratchDirectory()
    try FileManager.default.createDirectory(atPath: "\(path)/cases", withIntermediateDirectories: true)
    try write(specification, to: "SPEC.md")
    try write(#"{"format": 1, "suite": "s", "cases": [\#(cases.joined(separator: ","))]}"#, to: "cases/s.json")
  }

  /// - Returns: The path of the file.
  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
    return "\(path)/\(name)"
  }

  /// A case that an implementation passes if it leaves an empty directory as it is; or one that none can pass.
  static func oneCase(_ id: String, clauses: [String] = ["ENQ-1"], passes: Bool = true) -> String {
    let directory = passes ? "[]" : ##"[{"name": {"pending": {"id": "#1"}}}]"##
    return """
      {"id": "\(id)", "title": "T.", "clauses": \(clauses), "steps": [{"op": "maintain", "expect": {"ok": {}}}],
       "final": {"directory": \(directory)}}
      """
  }
}
