/// What must be there after the last step.
package struct CaseFinal: Sendable {
  /// An entry that must be there.
  package struct Expected: Sendable {
    package var name: CaseName
    package var content: CaseContent?
    package var type: String?
    package var mode: UInt32?
    /// As it was planted: the same type and content.
    package var isUntouched: Bool
  }

  /// A diagnostic that must have been given.
  package struct Diagnostic: Equatable, Sendable, CustomStringConvertible {
    package var event: String
    package var reason: String?
    package var errno: Int?

    package var description: String {
      let details = [reason, errno.map { "errno \($0)" }].compactMap { $0 }
      return details.isEmpty ? event : "\(event) (\(details.joined(separator: ", ")))"
    }
  }

  package var directory: [Expected]
  /// A multiset; `nil` if none is judged.
  package var diagnostics: [Diagnostic]?

  static let types = ["file", "directory", "link", "fifo", "socket", "device"]

  init(_ reading: FixtureReading) throws {
    let members = try reading.members(["directory", "diagnostics", "invariants"])
    directory = try members.required("directory").elements().map { entry in
      let parts = try entry.members(["name", "content", "type", "mode", "untouched"])
      return Expected(
        name: try CaseName(parts.required("name")), content: try parts["content"].map(CaseContent.init),
        type: try parts["type"].map { try $0.string(from: Self.types + ["symlink"]) }.map {
          $0 == "symlink" ? "link" : $0
        },
        mode: try parts["mode"].map { try CaseEntry.mode($0) },
        isUntouched: try parts["untouched"]?.boolean() ?? false)
    }
    diagnostics = try members["diagnostics"]?.elements().map { item in
      if let event = item.value.string { return Diagnostic(event: event) }
      let parts = try item.members(["event", "reason", "errno"])
      return Diagnostic(
        event: try parts.required("event").string(), reason: try parts["reason"]?.string(),
        errno: try parts["errno"]?.integer())
    }
  }
}
