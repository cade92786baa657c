import Foundation
import MailboxSimulation

/// Makes findings small and keeps them.
struct FuzzArtifacts {
  let directory: String

  /// Shrinks a finding, writes its tape and says what it is and how to see it again.
  func report(_ target: any FuzzTarget, failure: String, values: [UInt64]) throws -> String {
    let small = TapeShrinker().shrink(values) { tape in
      // A failure of the examination is none of the target's.
      ((try? target.failure(on: tape)) ?? nil) != nil
    }
    let shrunkFailure = try target.failure(on: ChoiceTape(recorded: small)) ?? failure
    let recording = TapeRecording(label: target.name, values: small)
    let path = try write(recording)
    return """
      finding in target \(target.name), shrunk from \(values.count) to \(small.count) choices

      \(target.listing(of: ChoiceTape(recorded: small)))

      \(shrunkFailure)

      replay: swift run MailboxFuzz --replay \(path)
      """
  }

  private func write(_ recording: TapeRecording) throws -> String {
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    // Named by content: the same finding made twice is one file.
    let digest = recording.text.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    let path = "\(directory)/\(recording.label)-\(String(digest, radix: 16)).tape"
    try Data(recording.text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }
}
