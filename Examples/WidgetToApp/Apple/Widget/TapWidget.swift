import SwiftUI
import WidgetKit

@main
struct TapWidget: Widget {
  var body: some WidgetConfiguration {
    StaticConfiguration(kind: "taps", provider: OneEntry()) { _ in
      Button(intent: SendTap()) { Label("Tap", systemImage: "hand.tap") }
        .containerBackground(.fill.tertiary, for: .widget)
    }
    .configurationDisplayName("Taps")
    .supportedFamilies([.systemSmall])
  }
}

/// The widget always looks the same.
struct OneEntry: TimelineProvider {
  struct Entry: TimelineEntry {
    var date: Date
  }

  func placeholder(in context: Context) -> Entry { Entry(date: .now) }

  func getSnapshot(in context: Context, completion: @escaping (Entry) -> Void) { completion(Entry(date: .now)) }

  func getTimeline(in context: Context, completion: @escaping (Timeline<Entry>) -> Void) {
    completion(Timeline(entries: [Entry(date: .now)], policy: .never))
  }
}
