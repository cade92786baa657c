import AppGroupMailbox
import Foundation
import MailboxSimulation
import Testing

struct SharedClockTests {
  @Test(arguments: [-45.0, 45.0]) func `What is told of a move bounds what others read around it`(
    seconds: Double
  ) throws {
    let folder = try ScratchDirectory()
    let path = "\(folder.path)/clock"
    let clock = try SharedClock(at: path)
    let other = try SharedClock(at: path)
    for _ in 0..<100 {
      let readings = StateLock<[Double]>([])
      let isOver = StateLock(false)
      let end = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        while !isOver.withLock(\.self) {
          let reading = other.now.timeIntervalSinceReferenceDate
          readings.withLock { $0.append(reading) }
        }
        end.signal()
      }
      let moved = clock.move(by: seconds)
      isOver.withLock { $0 = true }
      try #require(end.wait(timeout: .now() + 60) == .success)
      guard case .clockMoved(let before, let after) = moved else {
        Issue.record("\(moved)")
        return
      }
      let middle = (before + after) / 2
      // Within what a number of that size can tell.
      let slack = 1e-6
      for reading in readings.withLock(\.self) {
        let isBefore = (reading < middle) == (seconds > 0)
        #expect(isBefore ? reading <= before + slack : reading >= after - slack)
      }
    }
  }
}
