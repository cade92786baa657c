// What Foundation has on iOS only and the documentation's examples use.

import Foundation

extension ProcessInfo {
  func performExpiringActivity(withReason reason: String, using block: @escaping @Sendable (Bool) -> Void) {}
}
