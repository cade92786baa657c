import Foundation
import MailboxSimulation

/// What a run has drawn so far, in memory that worker and driver share: it is there however the worker ends.
///
/// One side writes each word. The driver reads choices only when no run is under way or the worker has ended.
final class TapeJournal: TapeWitness {
  private enum Word: Int, CaseIterable {
    /// How many runs have begun.
    case begun
    case isRunning, run, count, partCount
    /// Set by the driver: begin no further run.
    case stop
  }

  private static let mostParts = 1 << 14
  private static let mostValues = 1 << 20
  private static let firstPart = 16
  private static let firstValue = firstPart + mostParts
  /// In bytes; what is not written takes no room.
  static let size = (firstValue + mostValues) * MemoryLayout<UInt64>.size

  private let memory: UnsafeMutableRawPointer
  private let words: UnsafeMutablePointer<UInt64>

  /// Maps a file of ``size`` bytes.
  init(descriptor: CInt) throws(FuzzFault) {
    guard let memory = mmap(nil, Self.size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), memory != MAP_FAILED
    else { throw FuzzFault("the journal of the tape cannot be mapped: \(FuzzFault.lastError)") }
    self.memory = memory
    words = memory.bindMemory(to: UInt64.self, capacity: Self.size / MemoryLayout<UInt64>.size)
  }

  deinit { munmap(memory, Self.size) }

  private subscript(word: Word) -> UInt64 {
    get { words[word.rawValue] }
    set { words[word.rawValue] = newValue }
  }

  // MARK: The worker's side

  func begin(run: Int) {
    self[.count] = 0
    self[.partCount] = 0
    self[.run] = UInt64(bitPattern: Int64(run))
    self[.isRunning] = 1
    self[.begun] += 1
  }

  func end() { self[.isRunning] = 0 }

  var isStopRequested: Bool { self[.stop] != 0 }

  func drew(_ value: UInt64, below bound: UInt64) {
    let count = Int(self[.count])
    guard count < Self.mostValues else { return }
    words[Self.firstValue + count] = value
    self[.count] = UInt64(count + 1)
  }

  func beganPart(at position: Int) {
    let count = Int(self[.partCount])
    guard count < Self.mostParts else { return }
    words[Self.firstPart + count] = UInt64(position)
    self[.partCount] = UInt64(count + 1)
  }

  // MARK: The driver's side

  var begun: UInt64 { self[.begun] }
  var isRunning: Bool { self[.isRunning] != 0 }
  var run: Int { Int(Int64(bitPattern: self[.run])) }
  var values: [UInt64] {
    Array(UnsafeBufferPointer(start: words + Self.firstValue, count: min(Int(self[.count]), Self.mostValues)))
  }
  var parts: [Int] {
    UnsafeBufferPointer(start: words + Self.firstPart, count: min(Int(self[.partCount]), Self.mostParts)).map(Int.init)
  }

  func requestStop(_ isRequested: Bool) { self[.stop] = isRequested ? 1 : 0 }
}
