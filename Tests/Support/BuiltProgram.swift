import Foundation

/// Where the programs are that were built with the tests.
public enum BuiltProgram {
  private final class Anchor {}

  /// Beside the test bundle, so that it is the one that was built with it.
  public static func path(_ name: String) -> String {
    let bundle = Bundle(for: Anchor.self).bundleURL
    let folder = bundle.pathExtension == "xctest" ? bundle.deletingLastPathComponent() : bundle
    return folder.appendingPathComponent(name).path
  }
}
