import AppGroupMailbox
import Foundation

/// The requests that a thread of its own reads: when they end, the driver is gone, and so must the worker be, whatever it is at.
final class WorkerInbox: Sendable {
  private let lines = StateLock<[Data]>([])
  private let arrived = DispatchSemaphore(value: 0)

  init() {
    Thread.detachNewThread { [self] in
      var rest = Data()
      while case let data = FileHandle.standardInput.availableData, !data.isEmpty {
        rest += data
        while let end = rest.firstIndex(of: 0x0A) {
          let line = Data(rest[..<end])
          lines.withLock { $0.append(line) }
          arrived.signal()
          rest = Data(rest[(end + 1)...])
        }
      }
      ScratchFolder.endWithDriver()
    }
  }

  /// The next request, when it has come.
  func next() -> Data {
    arrived.wait()
    return lines.withLock { $0.removeFirst() }
  }
}
