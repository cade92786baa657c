import Foundation

/// The clauses of SPEC.md.
package struct ClauseCatalogue: Sendable {
  package struct Clause: Sendable {
    package var id: String
    package var isCore: Bool
    package var text: String
    /// The heading that it stands under.
    package var group: String
  }

  package let clauses: [Clause]
  private let index: [String: Int]

  package init(specification text: String) {
    var clauses: [Clause] = []
    var isOpen = false
    var group = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let match = line.wholeMatch(of: /- \*\*([A-Z]{3}-[0-9]+)\*\* \*\((core|full)\)\* (.*)/) {
        clauses.append(
          Clause(id: String(match.1), isCore: match.2 == "core", text: String(match.3), group: group))
        isOpen = true
      } else if isOpen, line.hasPrefix("  ") {
        clauses[clauses.count - 1].text += " " + line.drop { $0 == " " }
      } else {
        isOpen = false
        if let heading = line.wholeMatch(of: /#+ (.*)/) { group = String(heading.1) }
      }
    }
    self.clauses = clauses
    index = Dictionary(clauses.enumerated().map { ($1.id, $0) }) { first, _ in first }
  }

  package subscript(id: String) -> Clause? {
    index[id].map { clauses[$0] }
  }

  func suggestion(for id: String) -> String {
    let group = clauses.filter { $0.id.prefix(3) == id.uppercased().prefix(3) }.map(\.id)
    return group.isEmpty
      ? "name a clause as SPEC.md writes it, such as \(clauses.first?.id ?? "ENQ-1")"
      : "the clauses of that group are \(group[0]) to \(group[group.count - 1])"
  }
}
