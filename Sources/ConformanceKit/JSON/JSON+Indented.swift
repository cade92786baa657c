extension JSON {
  /// Several lines, members in alphabetical order.
  package var indented: String { lines("") }

  private func lines(_ indent: String) -> String {
    if description.utf8.count + indent.utf8.count <= 100 { return description }
    let inner = indent + "  "
    switch self {
    case .array(let values):
      return "[\n" + values.map { inner + $0.lines(inner) }.joined(separator: ",\n") + "\n\(indent)]"
    case .object(let members):
      let lines = members.sorted { $0.key < $1.key }.map {
        "\(inner)\(JSON.string($0.key)): \($0.value.lines(inner))"
      }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
    default: return description
    }
  }
}
