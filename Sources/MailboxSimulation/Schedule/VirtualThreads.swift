internal import AppGroupMailbox
internal import Foundation

/// Threads that wait for something to do, kept from one run to the next: to make them costs more than most runs.
final class VirtualThreads: Sendable {
  static let count = 8

  /// Those that nobody uses.
  private static let idle = StateLock<[VirtualThreads]>([])

  private let work = StateLock<[Int: @Sendable () -> Void]>([:])
  private let turns = (0..<VirtualThreads.count).map { _ in DispatchSemaphore(value: 0) }
  private let ended = DispatchSemaphore(value: 0)

  static func take() -> VirtualThreads { idle.withLock { $0.popLast() } ?? VirtualThreads() }

  static func giveBack(_ threads: VirtualThreads) { idle.withLock { $0.append(threads) } }

  private init() {
    for index in turns.indices {
      let thread = Thread { [self] in
        while true {
          turns[index].wait()
          let body = work.withLock { $0.removeValue(forKey: index) }
          body?()
        }
      }
      // The library's own stack needs are small.
      thread.stackSize = 1 << 20
      thread.start()
    }
  }

  /// What a thread does when it is first its turn.
  func give(_ index: Int, _ body: @escaping @Sendable () -> Void) {
    precondition(index < Self.count, "there are \(Self.count) threads")
    work.withLock { $0[index] = body }
  }

  func signal(_ index: Int) { turns[index].signal() }

  func wait(_ index: Int) { turns[index].wait() }

  func signalEnd() { ended.signal() }

  func waitForEnd() { ended.wait() }
}
