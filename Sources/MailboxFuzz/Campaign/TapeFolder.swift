import Foundation
import MailboxSimulation

/// Recorded tapes in a folder, named by target and content: the same made twice is one file.
struct TapeFolder {
  let path: String

  static func name(of recording: TapeRecording) -> String {
    let digest = recording.text.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    let digits = String(digest, radix: 16)
    return "\(recording.label)-\(String(repeating: "0", count: 16 - digits.count))\(digits).tape"
  }

  /// The names of the tapes in it, sorted; none if it is not there.
  func names() throws -> [String] {
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasSuffix(".tape") }.sorted()
  }

  func recording(_ name: String) throws(FuzzUsageError) -> TapeRecording {
    try Self.recording(at: "\(path)/\(name)")
  }

  static func recording(at path: String) throws(FuzzUsageError) -> TapeRecording {
    guard let data = FileManager.default.contents(atPath: path) else { throw .badRecording(path, "it cannot be read") }
    do throws(TapeError) {
      return try TapeRecording(parsing: String(decoding: data, as: UTF8.self))
    } catch {
      throw .badRecording(path, "\(error)")
    }
  }

  /// - Returns: The path of the file.
  @discardableResult
  func write(_ recording: TapeRecording) throws -> String {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let file = "\(path)/\(Self.name(of: recording))"
    try Data(recording.text.utf8).write(to: URL(fileURLWithPath: file), options: .atomic)
    return file
  }
}
