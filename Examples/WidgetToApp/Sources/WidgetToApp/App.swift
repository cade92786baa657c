import AppGroupMailbox
import Foundation
import TapMailbox

/// The consumer: shows what arrives, until it is told that nothing follows.
enum App {
  /// How long it waits for all of it, in seconds.
  private static let patience = 60

  /// - Returns: Whether everything has arrived.
  static func run(in container: URL) async throws -> Bool {
    let mailbox = try TapMailbox.open(in: container)
    return try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask { try await showAll(of: mailbox) }
      group.addTask {
        try await Task.sleep(for: .seconds(patience))
        say("   app: has waited for \(patience) seconds; something is missing")
        return false
      }
      let hasAll = try await group.next()!
      group.cancelAll()
      return hasAll
    }
  }

  private static func showAll(of mailbox: AppGroupMailbox<Tap>) async throws -> Bool {
    var seen: Set<UUID> = []
    for try await claim in mailbox.claims() {
      let tap = claim.message
      if tap.number == Tap.last.number {
        try claim.acknowledge()
        return seen.count == WidgetToApp.taps
      }
      // A message is delivered at least once: its identifier tells whether it was here before.
      if seen.insert(claim.id).inserted {
        let milliseconds = Int(Date().timeIntervalSince(claim.enqueuedAt) * 1_000)
        say("   app: tap \(tap.number), \(tap.item), \(milliseconds) ms after it was sent")
      } else {
        say("   app: tap \(tap.number) once more; it was here already")
      }
      try claim.acknowledge()
    }
    return false
  }
}
