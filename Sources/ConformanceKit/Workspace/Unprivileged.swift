import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// How root runs an adapter as a user without rights.
enum Unprivileged {
  /// Of util-linux: changes to another user and then into another program, without a shell or a terminal between.
  static let program = "/usr/bin/setpriv"
  private static let nobody: UInt32 = 65_534

  static func command(_ command: [String]) -> [String] {
    [program, "--reuid=\(nobody)", "--regid=\(nobody)", "--clear-groups", "--"] + command
  }

  /// Makes that user the owner of a folder and of everything in it.
  static func giveAway(_ folder: String) {
    _ = lchown(folder, nobody, nobody)
    for name in FileManager.default.enumerator(atPath: folder)?.compactMap({ $0 as? String }) ?? [] {
      _ = lchown("\(folder)/\(name)", nobody, nobody)
    }
  }
}
