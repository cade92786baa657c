#if canImport(Darwin)
  internal import CoreFoundation
#endif

/// Tells other processes that a message became pending (clauses WKE-1 to WKE-4).
package protocol Doorbell: Sendable {
  func ring(_ name: String)
}

/// The system's own: a Darwin notification on Apple systems, which has a name and no payload; nothing elsewhere.
package struct SystemDoorbell: Doorbell {
  package init() {}

  package func ring(_ name: String) {
    #if canImport(Darwin)
      // A wake-up is a hint: it cannot fail for the caller, and the message is stored already.
      guard let text = CFStringCreateWithCString(nil, name, CFStringBuiltInEncodings.UTF8.rawValue) else { return }
      CFNotificationCenterPostNotification(
        CFNotificationCenterGetDarwinNotifyCenter(), CFNotificationName(text), nil, nil, true)
    #endif
  }
}
