/// Something to put into a mailbox's directory, as a case says it.
package struct CaseEntry: Equatable, Sendable {
  package indirect enum Kind: Equatable, Sendable {
    case file(CaseContent)
    case directory([CaseEntry])
    /// May hold `{outside}`.
    case symbolicLink(String)
    case hardLink(CaseName)
    /// A name in the outside tree.
    case hardLinkOutside(String)
    case fifo
    case socket
    case sparse(CaseSize)
  }

  package var name: CaseName
  package var kind: Kind
  package var mode: UInt32?
  package var age: Double?

  /// Reads an entry of `setup` that stands in no file.
  package init(_ value: JSON) throws {
    try self.init(FixtureReading(value, file: "setup"))
  }

  init(_ reading: FixtureReading) throws {
    let kinds = ["file", "directory", "symlink", "hardlink", "fifo", "socket", "sparse"]
    let members = try reading.members(["name", "mode", "age"] + kinds)
    name = try CaseName(members.required("name"))
    mode = try members["mode"].map { try Self.mode($0) }
    age = try members["age"]?.double()
    let (kind, value) = try members.one(of: kinds)
    switch kind {
    case "file": self.kind = .file(try CaseContent(value))
    case "directory": self.kind = .directory(try value.elements().map(CaseEntry.init))
    case "symlink": self.kind = .symbolicLink(try value.string())
    case "hardlink":
      if let text = value.value.string, text.hasPrefix("{outside}/") {
        self.kind = .hardLinkOutside(String(text.dropFirst("{outside}/".count)))
      } else {
        self.kind = .hardLink(try CaseName(value))
      }
    case "fifo":
      try value.flag()
      self.kind = .fifo
    case "socket":
      try value.flag()
      self.kind = .socket
    default: self.kind = .sparse(try CaseSize(value))
    }
  }

  static func mode(_ reading: FixtureReading) throws -> UInt32 {
    let text = try reading.string()
    guard let mode = UInt32(text, radix: 8), mode <= 0o7777, text.utf8.count == 4 else {
      throw reading.fault("\"\(text)\" is no mode", "write four octal digits, such as \"0600\"")
    }
    return mode
  }
}
