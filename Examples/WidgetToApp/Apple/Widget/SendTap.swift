import AppGroupMailbox
import AppIntents
import TapMailbox

/// Runs in the widget's process: it stores the tap and is done.
///
/// The app need not run.
struct SendTap: AppIntent {
  static let title: LocalizedStringResource = "Send a tap"

  func perform() async throws -> some IntentResult {
    let mailbox = try TapMailbox.open(appGroup: SharedNames.appGroup)
    let tap = Tap(number: Int.random(in: 0..<1_000_000))
    // Its own identifier: an intent that the system runs again sends another tap.
    try mailbox.enqueue(tap)
    return .result()
  }
}
