import AppGroupMailbox

/// A lock that somebody else holds, as long as a test says so.
package final class HeldLock: Sendable {
  private let held = StateLock(false)

  package init() {}

  /// Whether every try for the lock fails.
  package var isHeld: Bool {
    get { held.withLock { $0 } }
    set { held.withLock { $0 = newValue } }
  }

  package func fileSystem(over base: any FileSystem = POSIXFileSystem()) -> any FileSystem {
    HeldLockFileSystem(base: base, lock: self)
  }
}

private struct HeldLockFileSystem: ForwardingFileSystem {
  let base: any FileSystem
  let lock: HeldLock

  func tryLock(_ descriptor: RawDescriptor) throws(SystemError) -> Bool {
    if lock.isHeld { return false }
    return try base.tryLock(descriptor)
  }
}
