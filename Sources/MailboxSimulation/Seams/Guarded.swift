internal import Foundation

/// A value behind a lock, for the seams that library code may call from any thread.
///
/// Unchecked, for the compiler cannot see that `value` is only touched between `lock` and `unlock`.
final class Guarded<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) {
    self.value = value
  }

  func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body(&value)
  }
}
