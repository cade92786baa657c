import Foundation

/// Something to put into a directory before a test: described, so that the same case can be written in any language.
package struct PlantedEntry: Sendable {
  /// What stands under the name.
  package indirect enum Kind: Sendable {
    case file([UInt8])
    /// Zeros that take no room.
    case sparse(bytes: Int64)
    case directory([PlantedEntry])
    /// The text of the link, as it is.
    case symbolicLink(to: String)
    /// Another name for a file; its path is relative to the directory of the new name.
    case hardLink(of: String)
    case fifo
    case socket
    /// The device that swallows everything; only root can make one.
    case nullDevice
  }

  /// Bytes, because a name need not be text.
  package var name: [UInt8]
  package var kind: Kind
  package var mode: UInt32?
  /// Seconds before the clock of the test.
  package var age: Double?

  package init(_ name: some Collection<UInt8>, _ kind: Kind, mode: UInt32? = nil, age: Double? = nil) {
    self.name = Array(name)
    self.kind = kind
    self.mode = mode
    self.age = age
  }

  package init(_ name: String, _ kind: Kind, mode: UInt32? = nil, age: Double? = nil) {
    self.init(name.utf8, kind, mode: mode, age: age)
  }

  package static func file(_ name: String, _ content: String, mode: UInt32? = nil, age: Double? = nil) -> PlantedEntry {
    PlantedEntry(name, .file(Array(content.utf8)), mode: mode, age: age)
  }

  package static func symbolicLink(_ name: String, to target: String) -> PlantedEntry {
    PlantedEntry(name, .symbolicLink(to: target))
  }

  package static func fifo(_ name: String) -> PlantedEntry { PlantedEntry(name, .fifo) }

  /// The same entry under another name.
  package func named(_ name: String) -> PlantedEntry {
    PlantedEntry(name, kind, mode: mode, age: age)
  }
}
