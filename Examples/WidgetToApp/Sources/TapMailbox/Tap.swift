import Foundation

/// What somebody did in the widget, for the app to act on.
public struct Tap: Codable, Sendable {
  /// Counted by the widget, from 1.
  public var number: Int
  /// What was tapped.
  public var item: String

  /// The tap of a number.
  public init(number: Int) {
    self.number = number
    item = ["tea", "coffee", "water", "juice"][number % 4]
  }

  /// Says that no other follows.
  public static let last = Tap(number: 0)

  /// The same for the same tap: a widget that died before it knew whether a tap was stored just stores it again.
  public var id: UUID {
    let digits = String(number)
    let padded = String(repeating: "0", count: max(0, 12 - digits.count)) + digits
    return UUID(uuidString: "00000000-0000-4000-8000-\(padded)")!
  }
}
