import AppGroupMailbox
import Foundation
import MailboxSimulation

/// Pauses in the middle of operations, drawn from a seed: on a machine with few cores others would seldom come in between.
struct Dawdling {
  /// How many calls of the file system there are to a pause, on average.
  let every: UInt64
  let seed: UInt64

  /// Longer than a whole operation of somebody else, in nanoseconds.
  private static let longest: UInt64 = 400_000

  func fileSystem(over base: any FileSystem) -> any FileSystem {
    let random = StateLock(SplitMix64(seed: seed))
    return InterposedFileSystem(over: base) { [every] _ in
      let pause = random.withLock { random -> UInt64? in
        guard UInt64.random(in: 0..<every, using: &random) == 0 else { return nil }
        return .random(in: 1...Self.longest, using: &random)
      }
      if let pause { SystemClock().sleep(nanoseconds: pause) }
    }
  }

  /// What `--dawdle` asks for.
  static func fileSystem(
    _ arguments: inout CommandArguments, seed: UInt64, over base: any FileSystem
  ) throws -> any FileSystem {
    guard let every: UInt64 = try arguments.takeIfThere("dawdle") else { return base }
    guard every > 0 else { throw CommandError("--dawdle counts from 1") }
    return Dawdling(every: every, seed: seed).fileSystem(over: base)
  }
}
