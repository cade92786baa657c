import AppGroupMailbox
import Foundation
import Observation
import TapMailbox

/// What has arrived from the widget.
@MainActor
@Observable
final class TapLog {
  private(set) var taps: [Entry] = []
  private(set) var problem: String?

  struct Entry: Identifiable, Sendable {
    var id: UUID
    var text: String
    var sent: Date
  }

  /// Takes taps from the mailbox until its task is cancelled.
  func follow() async {
    while !Task.isCancelled {
      do {
        problem = nil
        let mailbox = try TapMailbox.open(appGroup: SharedNames.appGroup)
        try await mailbox.consume { [weak self] claim in
          await self?.show(Entry(id: claim.id, text: claim.message.item, sent: claim.enqueuedAt))
        }
        return
      } catch {
        // Before the first unlock after a restart nothing can be read yet; nothing is lost by waiting.
        problem = "\(error)"
      }
      // Ends early when the task is cancelled, and then so does the loop.
      try? await Task.sleep(for: .seconds(10))
    }
  }

  private func show(_ entry: Entry) {
    // A message is delivered at least once: its identifier tells whether it was here before.
    guard !taps.contains(where: { $0.id == entry.id }) else { return }
    taps.insert(entry, at: 0)
  }
}
