/// In both targets; use your own.
enum SharedNames {
  static let appGroup = "group.com.example.taps"
}
