import Foundation
import MailboxSimulation

/// Where the tapes of findings are kept, so many that a night does not fill the disk.
struct FuzzArtifacts {
  /// Where a tape is, if it is anywhere.
  enum Place: Equatable {
    case file(String)
    case leftOut(String)
  }

  private static let mostFiles = 100
  private static let mostBytes = 64 << 20

  private let folder: TapeFolder

  init(directory: String) { folder = TapeFolder(path: directory) }

  /// Keeps a tape.
  func keep(_ recording: TapeRecording) throws -> Place {
    let names = try folder.names()
    // What is there already takes no more room.
    if !names.contains(TapeFolder.name(of: recording)) {
      guard names.count < Self.mostFiles else {
        return .leftOut("not kept: \(folder.path) has \(Self.mostFiles) tapes; move them away")
      }
      let bytes = try names.reduce(0) { $0 + (try size(of: $1)) }
      guard bytes + recording.text.utf8.count <= Self.mostBytes else {
        return .leftOut("not kept: the tapes in \(folder.path) have \(Self.mostBytes >> 20) MiB; move them away")
      }
    }
    return .file(try folder.write(recording))
  }

  /// Removes a tape for which there is a better one.
  func drop(_ recording: TapeRecording) throws {
    try FileManager.default.removeItem(atPath: "\(folder.path)/\(TapeFolder.name(of: recording))")
  }

  private func size(of name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/\(name)")
    return attributes[.size] as? Int ?? 0
  }
}
