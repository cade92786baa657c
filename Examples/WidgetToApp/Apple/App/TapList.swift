import SwiftUI

struct TapList: View {
  let log: TapLog

  var body: some View {
    NavigationStack {
      List(log.taps) { tap in
        LabeledContent(tap.text, value: tap.sent, format: .dateTime.hour().minute().second())
      }
      .navigationTitle("Taps")
      .overlay {
        if let problem = log.problem {
          ContentUnavailableView("Cannot read the mailbox", systemImage: "tray", description: Text(problem))
        } else if log.taps.isEmpty {
          ContentUnavailableView("No taps yet", systemImage: "tray", description: Text("Tap in the widget."))
        }
      }
    }
  }
}
