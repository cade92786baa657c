package import AppGroupMailbox
internal import Foundation

/// A volume that several virtual processes share, and the clock that stamps their files.
///
/// Every primitive happens at once: no other comes between its parts.
package final class SimulatedDisk: Sendable {
  private struct State: Sendable {
    var volume: SimulatedVolume
    /// The identifiers of the processes that live, by the order in which they began.
    var living: [Int: Int32] = [:]
    var begun = 0
  }

  private let state: StateLock<State>
  private let clock: SimulatedClock

  /// A disk that begins with a volume.
  ///
  /// Whoever had something open on it is taken for dead.
  package init(volume: SimulatedVolume, clock: SimulatedClock) {
    var volume = volume
    volume.closeAll(of: nil)
    state = StateLock(State(volume: volume))
    self.clock = clock
  }

  /// The volume as it is now.
  package var volume: SimulatedVolume { state.withLock { $0.volume } }

  /// Puts something at a path now, as another program would; see ``SimulatedVolume``.
  package func plant(
    _ plant: SimulatedVolume.Plant, at path: String, mode: UInt32 = 0o600, owner: UInt32 = 0,
    modified: FileTime? = nil
  ) {
    let now = now
    state.withLock { $0.volume.plant(plant, at: path, mode: mode, owner: owner, modified: modified, now: now) }
  }

  private var now: FileTime { FileTime(secondsSince2001: clock.now.timeIntervalSinceReferenceDate) }

  /// Does something to the volume between two calls.
  package func withVolume<Result>(_ body: (inout SimulatedVolume) -> Result) -> Result {
    state.withLock { body(&$0.volume) }
  }

  // MARK: Processes

  /// Begins a process: its view of the volume.
  ///
  /// - Parameters:
  ///   - user: Its effective user; 0 may do everything.
  ///   - identifier: Not that of another process that lives.
  package func process(user: UInt32, identifier: Int32) -> SimulatedFileSystem {
    let number = state.withLock { state in
      precondition(!state.living.values.contains(identifier), "two processes cannot have one identifier")
      state.begun += 1
      state.living[state.begun] = identifier
      return state.begun
    }
    return SimulatedFileSystem(disk: self, number: number, processIdentifier: identifier, effectiveUser: user)
  }

  /// Ends a process at once: what it has open is closed, its locks with it, and its later calls change nothing.
  package func kill(_ process: SimulatedFileSystem) {
    state.withLock { state in
      guard let identifier = state.living.removeValue(forKey: process.number) else { return }
      state.volume.closeAll(of: identifier)
    }
  }

  /// Whether a process has not been killed.
  package func isAlive(_ process: SimulatedFileSystem) -> Bool {
    state.withLock { $0.living[process.number] != nil }
  }

  /// Makes a call of a process, which fails with EBADF when it is dead.
  func perform<Result>(
    _ call: MailboxSystemCall, by process: SimulatedFileSystem,
    _ body: (inout SimulatedVolume, SimulatedCaller) throws(SystemError) -> Result
  ) throws(SystemError) -> Result {
    let now = now
    let outcome = state.withLock { state -> Swift.Result<Result, SystemError> in
      guard state.living[process.number] != nil else {
        return .failure(SystemError(call: call, code: ErrorNumber.badDescriptor))
      }
      let caller = SimulatedCaller(process: process.processIdentifier, user: process.effectiveUser, now: now)
      do throws(SystemError) {
        return .success(try body(&state.volume, caller))
      } catch {
        return .failure(error)
      }
    }
    return try outcome.get()
  }
}
