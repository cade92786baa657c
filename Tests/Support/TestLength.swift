import Foundation

/// How much tests do that could go on for ever: `swift test` takes at most three minutes, unoptimised and on two cores.
package enum TestLength {
  /// Whether `MAILBOX_LONG=1` asks for the long forms.
  package static let isLong = ProcessInfo.processInfo.environment["MAILBOX_LONG"] == "1"
}
