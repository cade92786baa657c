import Foundation

/// Where the programs are that were built with the tests.
enum BuiltExecutable {
  private final class Anchor {}

  static func path(_ name: String) -> String {
    let bundle = Bundle(for: Anchor.self).bundleURL
    let folder = bundle.pathExtension == "xctest" ? bundle.deletingLastPathComponent() : bundle
    return folder.appendingPathComponent(name).path
  }
}
