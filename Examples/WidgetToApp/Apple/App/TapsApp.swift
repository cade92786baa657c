import AppGroupMailbox
import SwiftUI
import TapMailbox

@main
struct TapsApp: App {
  @State private var log = TapLog()
  @Environment(\.scenePhase) private var phase

  var body: some Scene {
    WindowGroup {
      TapList(log: log)
        // A new task with each phase: in the background the old one is cancelled, and puts back what it holds.
        .task(id: phase) {
          if phase != .background { await log.follow() }
        }
    }
  }
}
