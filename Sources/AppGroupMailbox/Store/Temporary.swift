#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A message that is written and not visible yet: a file without a name, or one in the folder of temporaries.
final class Temporary {
  private let fileSystem: any FileSystem
  private let descriptor: Descriptor
  private let place: Place
  private var isPublished = false

  private enum Place {
    case unnamed
    case named(FileName, folder: TemporariesFolder)
  }

  private init(_ descriptor: consuming Descriptor, _ place: Place, of fileSystem: any FileSystem) {
    self.descriptor = descriptor
    self.place = place
    self.fileSystem = fileSystem
  }

  deinit {
    // A failed enqueue leaves nothing behind; what cannot be removed now is swept within the hour (clauses ENQ-19, LAY-20).
    if case .named(let name, let folder) = place, !isPublished {
      try? fileSystem.remove(name, in: folder.descriptor.raw)
    }
  }

  /// Creates a file without a name, or `nil` where the volume has none.
  static func unnamed(in mailbox: RawDescriptor, of fileSystem: any FileSystem) throws(SystemError) -> Temporary? {
    do {
      let raw = try fileSystem.createUnnamedFile(in: mailbox)
      return Temporary(Descriptor(raw, of: fileSystem), .unnamed, of: fileSystem)
    } catch let error where error.call == .create && Self.meansUnsupported(error.code) {
      return nil
    }
  }

  private static func meansUnsupported(_ code: Int32) -> Bool {
    code == ErrorNumber.unsupported || code == ErrorNumber.isDirectory || code == ErrorNumber.invalid
  }

  static func named(
    _ name: FileName, in folder: TemporariesFolder, of fileSystem: any FileSystem
  ) throws(SystemError) -> Temporary {
    let raw = try fileSystem.createFile(name, in: folder.descriptor.raw)
    return Temporary(Descriptor(raw, of: fileSystem), .named(name, folder: folder), of: fileSystem)
  }

  /// Writes the body, and makes it as durable as it must be before it may be seen (clauses DUR-1 to DUR-3).
  func write(_ body: Data, _ durability: MailboxDurability) throws(SystemError) {
    try fileSystem.writeAll(body, to: descriptor.raw)
    if let strength = durability.fileSync { try fileSystem.synchronizeFile(descriptor.raw, strength) }
  }

  /// The commit point: makes the message visible by one call (clauses ENQ-8, ENQ-9).
  func publish(as name: FileName, in mailbox: RawDescriptor) throws(SystemError) {
    switch place {
    case .unnamed: try fileSystem.link(descriptor.raw, to: name, in: mailbox)
    case .named(let temporary, let folder):
      try fileSystem.rename(temporary, in: folder.descriptor.raw, to: name, in: mailbox)
    }
    isPublished = true
  }

  var isUnnamed: Bool {
    if case .unnamed = place { true } else { false }
  }
}

/// The open folder of temporaries.
final class TemporariesFolder {
  let descriptor: Descriptor

  init(_ descriptor: consuming Descriptor) {
    self.descriptor = descriptor
  }
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
