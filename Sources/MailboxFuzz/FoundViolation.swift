import Foundation

/// A broken promise, on standard output at once: what comes after it may take long, or never end.
enum FoundViolation {
  static func tell(_ violation: String) {
    print("BROKEN  \(violation)")
    fflush(nil)
  }
}
