import AppGroupMailbox
import Foundation

/// Reads a message's file as a careful participant would: only a regular file, never waiting, never more than a body may have.
struct BodyReader {
  private let fileSystem: any FileSystem

  init(_ fileSystem: any FileSystem) {
    self.fileSystem = fileSystem
  }

  func sight(of entry: SeenEntry, in directory: RawDescriptor) throws(SystemError) -> BodySight {
    guard let body = try read(entry, in: directory) else { return .refused }
    return switch EnvelopeScanner.scan(body) {
    case .valid(let envelope): .valid(envelope)
    case .newerFormat: .newerFormat
    case .invalid: .invalid(BodyFault(of: body))
    }
  }

  /// - Returns: `nil` for what is no regular file, or is too large.
  func read(_ entry: SeenEntry, in directory: RawDescriptor) throws(SystemError) -> Data? {
    // What is not even opened cannot do anything: a device's driver might, when it is.
    guard entry.kind == .file, entry.size <= Int64(Envelope.maximumBytes) else { return nil }
    let file = Descriptor(try fileSystem.openFile(entry.name, in: directory, .read), of: fileSystem)
    let status = try fileSystem.status(of: file.raw)
    guard status.type == .regular, status.size <= Int64(Envelope.maximumBytes) else { return nil }
    let body = try fileSystem.readAll(
      file.raw, expected: Int(clamping: status.size), atMost: Envelope.maximumBytes)
    return body.count <= Envelope.maximumBytes ? body : nil
  }
}
