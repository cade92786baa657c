#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A message that is written and not visible yet: a file without a name, or one in the folder of temporaries.
///
/// Written first and completed later, so that the files of a batch are on their way to the medium together.
final class Temporary {
  private let fileSystem: any FileSystem
  private let place: Place
  /// Open until the file is complete.
  private var written: OpenDescriptor?
  private var isPublished = false

  private enum Place {
    /// Gone as soon as it is closed, unless it has a name by then.
    case unnamed(OpenDescriptor)
    /// Closed: a batch must not hold as many descriptors as it has messages.
    case named(FileName, folder: OpenDescriptor)
  }

  private init(_ place: Place, _ descriptor: OpenDescriptor, of fileSystem: any FileSystem) {
    self.place = place
    written = descriptor
    self.fileSystem = fileSystem
  }

  deinit {
    // A failed enqueue leaves nothing behind; what cannot be removed now is swept within the hour (clauses ENQ-19, LAY-20).
    if case .named(let name, let folder) = place, !isPublished {
      try? fileSystem.remove(name, in: folder.raw)
    }
  }

  /// Writes a body into a file without a name; `nil` where the volume has none.
  static func unnamed(
    holding body: Data, in mailbox: RawDescriptor, of fileSystem: any FileSystem
  ) throws(SystemError) -> Temporary? {
    let descriptor: OpenDescriptor
    do {
      descriptor = OpenDescriptor(Descriptor(try fileSystem.createUnnamedFile(in: mailbox), of: fileSystem))
    } catch let error where error.call == .create && Self.meansUnsupported(error.code) {
      return nil
    }
    try fileSystem.writeAll(body, to: descriptor.raw)
    return Temporary(.unnamed(descriptor), descriptor, of: fileSystem)
  }

  private static func meansUnsupported(_ code: Int32) -> Bool {
    code == ErrorNumber.unsupported || code == ErrorNumber.isDirectory || code == ErrorNumber.invalid
  }

  /// Writes a body into a new file of the folder of temporaries.
  static func named(
    _ name: FileName, holding body: Data, in folder: OpenDescriptor, of fileSystem: any FileSystem
  ) throws(SystemError) -> Temporary {
    let raw = try fileSystem.createFile(name, in: folder.raw)
    let descriptor = OpenDescriptor(Descriptor(raw, of: fileSystem))
    // From here on whatever fails removes it.
    let temporary = Temporary(.named(name, folder: folder), descriptor, of: fileSystem)
    try fileSystem.writeAll(body, to: descriptor.raw)
    return temporary
  }

  /// Has the volume begin to write what will be synchronised.
  func beginSynchronizing() {
    if let written { fileSystem.beginSynchronizing(written.raw) }
  }

  /// Makes the file as durable as it must be before it may be seen (clauses DUR-1 to DUR-3).
  func complete(_ durability: MailboxDurability) throws(SystemError) {
    guard let written else { return }
    if let strength = durability.fileSync { try fileSystem.synchronizeFile(written.raw, strength) }
    self.written = nil
  }

  /// The commit point: makes the message visible by one call (clauses ENQ-8, ENQ-9).
  func publish(as name: FileName, in mailbox: RawDescriptor) throws(SystemError) {
    switch place {
    case .unnamed(let descriptor): try fileSystem.link(descriptor.raw, to: name, in: mailbox)
    case .named(let temporary, let folder):
      try fileSystem.rename(temporary, in: folder.raw, to: name, in: mailbox)
    }
    isPublished = true
  }
}

/// A descriptor that several may hold: it closes with the last.
final class OpenDescriptor {
  private let descriptor: Descriptor

  init(_ descriptor: consuming Descriptor) {
    self.descriptor = descriptor
  }

  var raw: RawDescriptor { descriptor.raw }
}

extension MailboxDurability {
  /// How a file is synchronised before it becomes visible.
  var fileSync: SyncStrength? {
    switch self {
    case .processCrash: nil
    case .ordered: .barrier
    case .powerLoss: .full
    }
  }

  var synchronizesDirectory: Bool { self == .powerLoss }
}
