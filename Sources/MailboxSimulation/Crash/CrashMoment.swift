internal import AppGroupMailbox
internal import Foundation

/// What the files of a mailbox show at one moment of an operation: others may see it, and its process may end there.
struct CrashMoment {
  /// How far a stamp may be from the clock, in seconds.
  private static let tolerance = 0.5

  /// Of messages, dead letters and what is in quarantine.
  private var names: Set<String> = []
  /// The stamps of claims by their names, in seconds since 2001.
  private var stamps: [String: Double] = [:]
  private var generation: [UInt8] = []

  init(of volume: SimulatedVolume) {
    let observer = SimulatedCaller(process: 0, user: 0, now: FileTime(seconds: 0, nanoseconds: 0))
    for entry in volume.tree(at: CrashMailbox.directory) where !entry.path.contains("/") {
      if entry.path == EntryName.lockFile.text, case .file(let bytes) = entry.content { generation = bytes }
      switch EntryName(Array(entry.path.utf8)[...]) {
      case .foreign, .legacyTemporary: continue
      case .claimed:
        let status = try? volume.status(atPath: "\(CrashMailbox.directory)/\(entry.path)", by: observer)
        stamps[entry.path] = status?.modified.secondsSince2001
      case .pending, .deadLetter, .quarantined, .malformed: break
      }
      names.insert(entry.path)
    }
  }

  /// Whether the same names and stamps are there.
  func looksLike(_ other: CrashMoment) -> Bool { names == other.names && stamps == other.stamps }

  /// - Parameters:
  ///   - beginning: The moment at which the operation began.
  ///   - now: The clock, in seconds since 2001.
  /// - Returns: Which promise of SPEC.md is broken by what has happened since then; `nil` if none is.
  func violation(since beginning: CrashMoment, of operation: CrashOperation, _ now: Double) -> String? {
    // Without the lock nothing need be told.
    if operation != .acknowledge, names != beginning.names, generation == beginning.generation {
      return "names changed, and the generation did not (LAY-19)"
    }
    for (name, stamp) in stamps where !beginning.names.contains(name) && abs(stamp - now) > Self.tolerance {
      return "a claim is stamped \(stamp - now) s from now (CLM-6)"
    }
    return nil
  }
}
