#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A message that is written and not visible yet: a file without a name, or one in the folder of temporaries.
final class Temporary {
  private let fileSystem: any FileSystem
  /// Open until it is written, and an unnamed one until it has a name: without, it would be gone.
  private var descriptor: OpenDescriptor?
  private let place: Place
  private var isPublished = false

  private enum Place {
    case unnamed
    case named(FileName, folder: OpenDescriptor)
  }

  private init(_ raw: RawDescriptor, _ place: Place, of fileSystem: any FileSystem) {
    descriptor = OpenDescriptor(Descriptor(raw, of: fileSystem))
    self.place = place
    self.fileSystem = fileSystem
  }

  deinit {
    // A failed enqueue leaves nothing behind; what cannot be removed now is swept within the hour (clauses ENQ-19, LAY-20).
    if case .named(let name, let folder) = place, !isPublished {
      try? fileSystem.remove(name, in: folder.raw)
    }
  }

  /// Creates a file without a name, or `nil` where the volume has none.
  static func unnamed(in mailbox: RawDescriptor, of fileSystem: any FileSystem) throws(SystemError) -> Temporary? {
    do {
      let raw = try fileSystem.createUnnamedFile(in: mailbox)
      return Temporary(raw, .unnamed, of: fileSystem)
    } catch let error where error.call == .create && Self.meansUnsupported(error.code) {
      return nil
    }
  }

  private static func meansUnsupported(_ code: Int32) -> Bool {
    code == ErrorNumber.unsupported || code == ErrorNumber.isDirectory || code == ErrorNumber.invalid
  }

  static func named(
    _ name: FileName, in folder: OpenDescriptor, of fileSystem: any FileSystem
  ) throws(SystemError) -> Temporary {
    let raw = try fileSystem.createFile(name, in: folder.raw)
    return Temporary(raw, .named(name, folder: folder), of: fileSystem)
  }

  /// Writes the body, and makes it as durable as it must be before it may be seen (clauses DUR-1 to DUR-3).
  func write(_ body: Data, _ durability: MailboxDurability) throws(SystemError) {
    guard let raw = descriptor?.raw else { return }
    try fileSystem.writeAll(body, to: raw)
    if let strength = durability.fileSync { try fileSystem.synchronizeFile(raw, strength) }
    // A batch must not hold as many descriptors as it has messages.
    if case .named = place { descriptor = nil }
  }

  /// The commit point: makes the message visible by one call (clauses ENQ-8, ENQ-9).
  func publish(as name: FileName, in mailbox: RawDescriptor) throws(SystemError) {
    switch place {
    case .unnamed:
      guard let raw = descriptor?.raw else { return }
      try fileSystem.link(raw, to: name, in: mailbox)
    case .named(let temporary, let folder):
      try fileSystem.rename(temporary, in: folder.raw, to: name, in: mailbox)
    }
    isPublished = true
  }

}

/// A descriptor that several may hold, and one may let go before its own end.
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
