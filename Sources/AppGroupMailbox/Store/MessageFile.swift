#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A message file that was opened without following or waiting, and is looked at before it is read (clauses SEC-3 to SEC-6).
final class MessageFile {
  private let descriptor: Descriptor
  private let fileSystem: any FileSystem
  private var size: Int64 = 0

  /// What reading came to.
  enum Reading {
    case read(Data)
    case gone
    case quarantine(QuarantineReason)
    case deadLetter(MailboxDeadLetterReason)
  }

  /// Opens a file by name; a link, a socket and the like fail, and the caller looks at the type.
  init(_ name: FileName, in directory: RawDescriptor, of fileSystem: any FileSystem) throws(SystemError) {
    descriptor = Descriptor(try fileSystem.openFile(name, in: directory, .read), of: fileSystem)
    self.fileSystem = fileSystem
  }

  /// Opens what has a message's name.
  ///
  /// - Returns: `nil` if what stands there is no file: its type is evidence.
  /// - Throws: What any other failure is, which is no evidence (clause QUA-1).
  static func ifFile(
    _ name: FileName, in directory: RawDescriptor, of fileSystem: any FileSystem
  ) throws(SystemError) -> MessageFile? {
    do {
      return try MessageFile(name, in: directory, of: fileSystem)
    } catch let error where !error.isGone {
      guard try fileSystem.status(of: name, in: directory).type != .regular else { throw error }
      return nil
    }
  }

  var raw: RawDescriptor { descriptor.raw }

  /// What the open file shows of itself, and which it is.
  func inspect(limit: Int) throws(SystemError) -> (FileEvidence, FileIdentity) {
    let status = try fileSystem.status(of: descriptor.raw)
    size = status.size
    return (FileEvidence.judge(status, limit: limit), status.identity)
  }

  /// Reads the body, after ``inspect(limit:)``; a file that grew is judged by what was read.
  func read(limit: Int) throws(SystemError) -> Reading {
    let body = try fileSystem.readAll(descriptor.raw, expected: Int(clamping: size), atMost: limit)
    switch FileEvidence.judge(size: Int64(body.count), limit: limit) {
    case .good: return .read(body)
    case .gone: return .gone
    case .quarantine(let reason): return .quarantine(reason)
    case .deadLetter(let reason): return .deadLetter(reason)
    }
  }

  /// Inspects and reads in one go.
  func judge(limit: Int) throws(SystemError) -> Reading {
    switch try inspect(limit: limit).0 {
    case .good: try read(limit: limit)
    case .gone: .gone
    case .quarantine(let reason): .quarantine(reason)
    case .deadLetter(let reason): .deadLetter(reason)
    }
  }
}
