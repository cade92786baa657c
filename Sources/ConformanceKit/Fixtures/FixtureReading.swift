/// A value of a fixture with its place, read strictly: what is not known is refused.
package struct FixtureReading {
  let value: JSON
  let path: String
  let file: String
  var caseID: String?

  init(_ value: JSON, path: String = "$", file: String, caseID: String? = nil) {
    self.value = value
    self.path = path
    self.file = file
    self.caseID = caseID
  }

  func fault(_ problem: String, _ advice: String) -> FixtureFault {
    FixtureFault(file: file, caseID: caseID, path: path, problem: problem, advice: advice)
  }

  private func inner(_ value: JSON, _ step: String) -> FixtureReading {
    FixtureReading(value, path: path + step, file: file, caseID: caseID)
  }

  // MARK: Objects

  /// The members of an object that has no others than these.
  struct Members {
    let reading: FixtureReading
    let members: [String: JSON]

    subscript(_ name: String) -> FixtureReading? {
      members[name].map { reading.inner($0, ".\(name)") }
    }

    func required(_ name: String) throws -> FixtureReading {
      guard let found = self[name] else {
        throw reading.fault("\"\(name)\" is missing", "add it (see Fixtures/README.md)")
      }
      return found
    }

    /// The one of these members that is there.
    func one(of names: [String]) throws -> (name: String, reading: FixtureReading) {
      let found = names.filter { members[$0] != nil }
      guard found.count == 1 else {
        let list = names.joined(separator: ", ")
        throw reading.fault(
          found.isEmpty ? "none of \(list) is there" : "\(found.joined(separator: " and ")) cannot stand together",
          "give exactly one")
      }
      return (found[0], self[found[0]]!)
    }
  }

  func members(_ known: [String]) throws -> Members {
    guard case .object(let members) = value else {
      throw fault("an object was expected, and \(kind) is there", "write { … }")
    }
    if let unknown = members.keys.filter({ !known.contains($0) }).min() {
      let close = known.first { $0.lowercased() == unknown.lowercased() }
      throw fault(
        "the key \"\(unknown)\" is unknown",
        close.map { "write \"\($0)\"" } ?? "remove it, or use one of \(known.sorted().joined(separator: ", "))")
    }
    return Members(reading: self, members: members)
  }

  // MARK: Other values

  func string() throws -> String {
    guard let text = value.string else { throw fault("a string was expected, and \(kind) is there", "write \"…\"") }
    return text
  }

  func string(from choices: [String]) throws -> String {
    let text = try string()
    guard choices.contains(text) else {
      throw fault("\"\(text)\" is unknown", "use one of \(choices.joined(separator: ", "))")
    }
    return text
  }

  func double() throws -> Double {
    guard let number = value.double else { throw fault("a number was expected, and \(kind) is there", "write digits") }
    return number
  }

  func integer() throws -> Int {
    guard let number = value.integer else {
      throw fault("a whole number was expected, and \(kind) is there", "write digits")
    }
    return number
  }

  func boolean() throws -> Bool {
    guard case .boolean(let truth) = value else {
      throw fault("true or false was expected, and \(kind) is there", "write true or false")
    }
    return truth
  }

  /// A member whose presence says it all.
  func flag() throws {
    guard try boolean() else { throw fault("false means nothing here", "leave the key out") }
  }

  func elements() throws -> [FixtureReading] {
    guard let values = value.elements else { throw fault("a list was expected, and \(kind) is there", "write [ … ]") }
    return values.enumerated().map { inner($1, "[\($0)]") }
  }

  /// An object's members, whatever they are called.
  func anyMembers() throws -> [String: FixtureReading] {
    guard case .object(let members) = value else {
      throw fault("an object was expected, and \(kind) is there", "write { … }")
    }
    return Dictionary(uniqueKeysWithValues: members.map { ($0, inner($1, ".\($0)")) })
  }

  func bytes() throws -> [UInt8] {
    let digits = Array(try string().utf8.filter { $0 != 0x20 })
    let bytes = stride(from: 0, to: digits.count - digits.count % 2, by: 2).compactMap {
      UInt8(String(decoding: digits[$0...($0 + 1)], as: UTF8.self), radix: 16)
    }
    guard bytes.count * 2 == digits.count else {
      throw fault("pairs of hexadecimal digits were expected", "write \"00ff\"")
    }
    return bytes
  }

  private var kind: String {
    switch value {
    case .null: "null"
    case .boolean: "a truth value"
    case .number: "a number"
    case .string: "a string"
    case .array: "a list"
    case .object: "an object"
    }
  }
}
