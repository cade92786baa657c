import AppGroupMailbox
import Foundation

/// The one mailbox that widget and app have in common, opened alike in both.
public enum TapMailbox {
  /// The mailbox's name in the container.
  public static let namespace = "taps"

  /// In a folder that both processes can reach.
  public static func open(in container: URL) throws -> AppGroupMailbox<Tap> {
    // A power loss may take the newest taps, and so nobody waits for the medium.
    try AppGroupMailbox(containerURL: container, namespace: namespace, durability: .ordered)
  }

  /// On a device, where the container is that of an app group.
  public static func open(appGroup: String) throws -> AppGroupMailbox<Tap> {
    try AppGroupMailbox(
      appGroupIdentifier: appGroup, namespace: namespace, durability: .ordered, notificationName: "\(appGroup).taps")
  }
}
