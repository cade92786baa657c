/// A case with one value of what it expects changed: an implementation that passes the case must not pass this.
package struct Perturbation: Sendable {
  package let conformanceCase: ConformanceCase
  /// Where the value stands.
  package let path: String
  package let change: String

  /// All that can be made of a case; what is free or gives a name is left alone.
  package static func all(of one: ConformanceCase, _ catalogue: ClauseCatalogue) -> [Perturbation] {
    variants(of: one.source, "$").compactMap { variant in
      let reading = FixtureReading(variant.value, file: one.file)
      // What is no fixture any more shows nothing.
      guard let changed = try? ConformanceCase(reading, suite: one.suite, catalogue: catalogue) else { return nil }
      return Perturbation(conformanceCase: changed, path: variant.path, change: variant.change)
    }
  }

  private struct Variant {
    var value: JSON
    var path: String
    var change: String
  }

  /// Variants of a whole case: only of what it expects.
  private static func variants(of source: JSON, _ path: String) -> [Variant] {
    guard case .object(let members) = source else { return [] }
    var variants = inside("final", members, path)
    guard let steps = source["steps"]?.elements else { return variants }
    for (number, step) in steps.enumerated() {
      guard case .object(let parts) = step else { continue }
      variants += inside("expect", parts, "\(path).steps[\(number)]").map { variant in
        var changed = steps
        changed[number] = variant.value
        var whole = members
        whole["steps"] = .array(changed)
        return Variant(value: .object(whole), path: variant.path, change: variant.change)
      }
    }
    return variants
  }

  /// Variants of an object that differ in one member.
  private static func inside(_ name: String, _ members: [String: JSON], _ path: String) -> [Variant] {
    guard let value = members[name] else { return [] }
    return leaves(of: value, name, "\(path).\(name)").map { variant in
      var changed = members
      changed[name] = variant.value
      return Variant(value: .object(changed), path: variant.path, change: variant.change)
    }
  }

  /// Keys whose values give names, permit something, or say how the rest is to be read.
  private static let leftAlone: Set<String> = ["as", "behaviour", "oneOf", "legacy", "invariants", "lock", "above"]

  private static func leaves(of value: JSON, _ key: String, _ path: String) -> [Variant] {
    if leftAlone.contains(key) { return [] }
    func variant(_ changed: JSON) -> [Variant] {
      [Variant(value: changed, path: path, change: "\(value) became \(changed)")]
    }
    switch value {
    case .null, .boolean: return []
    case .number(let text): return variant(changed(number: text))
    case .string(let text): return changed(text, key).map { variant(.string($0)) } ?? []
    case .object(let members):
      return members.keys.sorted().flatMap { inside($0, members, path) }
    case .array(let values):
      let shorter = values.indices.filter { !isImplied(values[$0]) }.map { place in
        var rest = values
        rest.remove(at: place)
        return Variant(value: .array(rest), path: "\(path)[\(place)]", change: "removed")
      }
      let others = values.enumerated().flatMap { place, inner in
        leaves(of: inner, key, "\(path)[\(place)]").map { variant in
          var changed = values
          changed[place] = variant.value
          return Variant(value: .array(changed), path: variant.path, change: variant.change)
        }
      }
      return shorter + others
    }
  }

  /// Whether an expected entry may be there without being named: leaving it out permits more, as it should.
  private static func isImplied(_ entry: JSON) -> Bool {
    let name = entry["name"]
    return name?["above"] != nil || name?["lock"] != nil || [".tmp", ".mailbox.lock"].contains(name?.string)
  }

  private static func changed(number text: String) -> JSON {
    if let whole = Int(text), whole < .max { return JSON(whole + 1) }
    let number = Double(text) ?? 0
    // One more would be the same to a large number.
    return JSON(number + 1 == number ? number / 2 : number + 1)
  }

  private static func changed(_ text: String, _ key: String) -> String? {
    if text == "*" || text.isEmpty { return nil }
    switch key {
    case "error": return text == "busy" ? "mailboxFull" : "busy"
    case "type": return text == "fifo" ? "socket" : "fifo"
    case "mode": return text == "0640" ? "0600" : "0640"
    case "ordinal", "milliseconds": return UInt64(text).map { String($0 == .max ? $0 - 1 : $0 + 1) }
    case "id", "token", "ids": return text == "#77" ? "#78" : "#77"
    case "hex": return text.isEmpty ? nil : text + "00"
    default: return text + "x"
    }
  }
}
