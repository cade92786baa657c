import Foundation

/// Where the helper program is: beside the test bundle, so that the one that was built with it is run.
enum HelperExecutable {
  private final class Anchor {}

  /// `MAILBOX_ADAPTER` in the environment overrides it.
  static let url: URL = {
    if let path = ProcessInfo.processInfo.environment["MAILBOX_ADAPTER"] { return URL(fileURLWithPath: path) }
    let bundle = Bundle(for: Anchor.self).bundleURL
    let folder = bundle.pathExtension == "xctest" ? bundle.deletingLastPathComponent() : bundle
    return folder.appendingPathComponent("MailboxAdapter")
  }()
}
