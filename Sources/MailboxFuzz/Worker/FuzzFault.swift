import Foundation

/// The examination itself failed; nothing is said of the library.
struct FuzzFault: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  /// What the last system call complained of.
  static var lastError: String { String(cString: strerror(errno)) }
}
