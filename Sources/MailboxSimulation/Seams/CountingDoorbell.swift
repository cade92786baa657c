internal import AppGroupMailbox

/// A doorbell that counts.
package final class CountingDoorbell: Doorbell {
  private let count = StateLock(0)

  /// A doorbell that nobody has rung.
  package init() {}

  package func ring(_ name: String) {
    count.withLock { $0 += 1 }
  }

  /// Whether it rang since it was last asked.
  package func takeRing() -> Bool {
    count.withLock { count in
      defer { count = 0 }
      return count > 0
    }
  }
}
