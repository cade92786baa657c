/// What failures of one kind have in common: their first line without numbers, identifiers and what stands in brackets or quotes.
struct FuzzSignature: Hashable {
  let text: String
  private static let longest = 160

  init(_ failure: String) {
    var line = String(failure.prefix { $0 != "\n" })
    line.replace(/"(?:[^"\\]|\\.)*"/, with: "\"…\"")
    line = Self.withoutOperands(line)
    line.replace(/[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}/, with: "#")
    line.replace(/-?[0-9]+(?:\.[0-9]+)?(?:[eE][+\-]?[0-9]+)?/, with: "#")
    text = String(line.prefix(Self.longest))
  }

  /// Without what stands in brackets, however deep.
  private static func withoutOperands(_ line: String) -> String {
    var (kept, depth) = ("", 0)
    for character in line {
      switch character {
      case "(", "[":
        if depth == 0 { kept += "\(character)…" }
        depth += 1
      case ")", "]":
        depth = max(depth - 1, 0)
        if depth == 0 { kept.append(character) }
      default: if depth == 0 { kept.append(character) }
      }
    }
    return kept
  }
}
