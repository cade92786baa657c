import Foundation
import MailboxSimulation

/// Runs one recorded tape.
struct FuzzReplay {
  private let target: any FuzzTarget
  private let recording: TapeRecording

  init(path: String) throws(FuzzUsageError) {
    guard let data = FileManager.default.contents(atPath: path) else { throw .badRecording(path, "it cannot be read") }
    do throws(TapeError) {
      recording = try TapeRecording(parsing: String(decoding: data, as: UTF8.self))
    } catch {
      throw .badRecording(path, "\(error)")
    }
    guard let target = FuzzTargets.named(recording.label) else { throw .unknownTarget(recording.label) }
    self.target = target
  }

  func run() throws -> FuzzExit {
    print(target.listing(of: ChoiceTape(recorded: recording.values)))
    guard let failure = try target.failure(on: ChoiceTape(recorded: recording.values)) else {
      print("\nholds")
      return .noFinding
    }
    print("\n\(failure)")
    return .finding
  }
}
