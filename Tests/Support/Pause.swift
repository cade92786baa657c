import Foundation

/// Lets a little time pass between two looks, without blocking a thread of any pool.
///
/// `Task.sleep` ends when the common pool has a turn for its timer, which may be seconds later; a program that a test is to end goes on
/// meanwhile.
package func pause(for seconds: Double) async throws {
  try Task.checkCancellation()
  await withCheckedContinuation { continuation in
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: seconds)
      continuation.resume()
    }
  }
}
