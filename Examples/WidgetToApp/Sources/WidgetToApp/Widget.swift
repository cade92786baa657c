import AppGroupMailbox
import Foundation
import TapMailbox

/// The producer: sends one tap after the other, and goes on where it was when it died.
enum Widget {
  /// - Parameter lifetime: When it is killed, in seconds, whatever it is doing; `nil` for never.
  static func run(in container: URL, lifetime: Double?) async throws {
    if let lifetime {
      DispatchQueue.global().asyncAfter(deadline: .now() + lifetime) { kill(getpid(), SIGKILL) }
    }
    let mailbox = try TapMailbox.open(in: container)
    let notes = container.appendingPathComponent("widget-has-sent")
    let sent = try sent(notes)
    for number in stride(from: sent + 1, through: WidgetToApp.taps, by: 1) {
      try await send(Tap(number: number), to: mailbox)
      // Killed between these two lines it sends the same tap again, under the same identifier.
      try Data(String(number).utf8).write(to: notes, options: .atomic)
      // Nobody taps faster.
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  private static func sent(_ notes: URL) throws -> Int {
    guard FileManager.default.fileExists(atPath: notes.path) else { return 0 }
    return Int(String(decoding: try Data(contentsOf: notes), as: UTF8.self)) ?? 0
  }

  private static func send(_ tap: Tap, to mailbox: AppGroupMailbox<Tap>) async throws {
    while true {
      do {
        try mailbox.enqueue(tap, id: tap.id)
        return
      } catch .busy {
        // The app had the lock for a second, which is rare: try again.
      } catch .mailboxFull {
        say("widget: the mailbox is full; waiting for the app")
        try await Task.sleep(for: .milliseconds(200))
      }
    }
  }
}
