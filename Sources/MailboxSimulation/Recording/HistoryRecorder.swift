package import AppGroupMailbox
internal import Foundation

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// One process's own record of a history: JSON lines in a file that only it appends to, each in one write.
///
/// What a process had begun when it was killed is there as begun and not ended, so that its outcome is unknown rather than
/// never asked for. ``MailboxHistory/reading(files:)`` puts the files of all processes together. A process that is started
/// anew takes a new number and a new file. The files do not belong on a disk that is to be filled: what cannot be written
/// is thrown, and the operation is then not to be carried out.
package final class HistoryRecorder: OperationLog, Sendable {
  /// Why a line is not in the file, or not whole.
  package struct Failure: Error, Hashable, Sendable {
    package let path: String
    /// `errno`.
    package let code: Int32

    /// A failure with this file.
    package init(path: String, code: Int32) {
      self.path = path
      self.code = code
    }
  }

  private struct State {
    var operations = 0
    /// How many system calls were made to fail so far.
    var faults = 0
    /// That number at the beginning of each operation that has not ended.
    var begun: [Int: Int] = [:]
  }

  private let path: String
  private let process: Int
  private let clock: any MailboxClock
  private let descriptor: Int32
  private let state = StateLock(State())

  /// Begins a file, which must not be there yet.
  ///
  /// - Parameters:
  ///   - path: Where.
  ///   - process: The process's number, which no other file names.
  ///   - participant: What it opens; `nil` for somebody who only tells what befalls the others.
  ///   - clock: The clock of its mailbox; the machine's monotonic one gives the moments.
  package init(
    at path: String, process: Int, _ participant: HistoryParticipant?, clock: any MailboxClock = SystemClock()
  ) throws {
    self.path = path
    self.process = process
    self.clock = clock
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Failure(path: path, code: errno) }
    if let participant { try append(.participant(process: process, participant: participant)) }
  }

  deinit { _ = close(descriptor) }

  package func invoke(_ call: HistoryCall) throws -> Int {
    let operation = state.withLock { state in
      state.operations += 1
      state.begun[state.operations] = state.faults
      return state.operations
    }
    try append(.invoked(process: process, number: operation, call: call, moment: moment, clock: now))
    return operation
  }

  package func finish(_ operation: Int, _ outcome: HistoryOutcome) throws {
    // Nothing that takes time may come between the return and its moment.
    let (moment, clock) = (moment, now)
    let isFaulted = state.withLock { state in
      let before = state.begun.removeValue(forKey: operation)
      return before.map { state.faults > $0 } ?? false
    }
    try append(
      .returned(
        process: process, number: operation, outcome: outcome, moment: moment, clock: clock,
        isFaulted: isFaulted ? true : nil))
  }

  /// Notes that a system call was made to fail, in whatever this process is doing.
  package func noteFault() { state.withLock { $0.faults += 1 } }

  /// Writes down what has just happened: of a killed process, once it is certainly dead.
  package func record(_ event: HistoryEvent.Kind) throws {
    try append(.event(event: HistoryEvent(event, at: moment)))
  }

  /// Writes down what is there at the end.
  package func record(_ ending: HistoryEnding) throws { try append(.ending(ending: ending)) }

  private var moment: UInt64 { clock.monotonicNanoseconds }
  private var now: Double { clock.now.timeIntervalSinceReferenceDate }

  /// One write a line: a kill leaves it out or leaves it whole, but for what the disk tears.
  private func append(_ line: HistoryLine) throws {
    var written: Int
    var code: Int32
    repeat {
      (written, code) = Array((line.text + "\n").utf8).withUnsafeBytes { bytes in
        let written = write(descriptor, bytes.baseAddress, bytes.count)
        // A line that is cut short is no line.
        return written == bytes.count ? (written, 0) : (-1, written < 0 ? errno : ENOSPC)
      }
    } while written < 0 && code == EINTR
    guard written >= 0 else { throw Failure(path: path, code: code) }
  }
}
