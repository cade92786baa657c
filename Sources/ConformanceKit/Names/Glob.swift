/// Patterns with `*` and `?`.
package enum Glob {
  package static func matches(_ pattern: String, _ text: String) -> Bool {
    matches(Array(pattern.utf8)[...], Array(text.utf8)[...])
  }

  private static func matches(_ pattern: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>) -> Bool {
    guard let first = pattern.first else { return text.isEmpty }
    switch first {
    case UInt8(ascii: "*"):
      return (text.startIndex...text.endIndex).contains { matches(pattern.dropFirst(), text[$0...]) }
    case UInt8(ascii: "?"): return !text.isEmpty && matches(pattern.dropFirst(), text.dropFirst())
    default: return text.first == first && matches(pattern.dropFirst(), text.dropFirst())
    }
  }
}
