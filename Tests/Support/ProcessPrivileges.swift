import ConformanceKit
import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Whose rights this process has.
///
/// To be changed in child processes only: all tests of one share them.
package enum ProcessPrivileges {
  /// A user without any rights, on every system.
  package static let nobody: UInt32 = 65_534

  package static var isRoot: Bool { geteuid() == 0 }

  /// Gives root's rights up for good, if this process has them.
  package static func drop() {
    guard isRoot else { return }
    precondition(setgid(nobody) == 0 && setuid(nobody) == 0)
  }

  /// Makes another user the owner of a file or directory; only root can.
  package static func giveAway(_ path: String) throws {
    guard lchown(path, nobody, nobody) == 0 else { throw PlantingFailed(call: "chown", code: errno) }
  }
}
