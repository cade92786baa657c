/// A moment, in seconds since 2001, for people.
struct Moment {
  let seconds: Double

  private static let daysTo2001 = 11_323
  /// Beyond it a calendar tells nothing.
  private static let farthest = 3e11

  init(_ seconds: Double) {
    self.seconds = seconds
  }

  /// `2026-07-04 12:00:00`, in UTC.
  var text: String { calendar(between: " ") ?? "\(seconds) s after 2001" }

  /// As ISO 8601 writes it; `nil` of what is too far away for a calendar.
  var iso8601: String? { calendar(between: "T").map { $0 + "Z" } }

  private func calendar(between separator: String) -> String? {
    guard abs(seconds) < Self.farthest else { return nil }
    let whole = Int(seconds.rounded(.down))
    let second = (whole % 86_400 + 86_400) % 86_400
    let (year, month, day) = Self.date(daysSince1970: (whole - second) / 86_400 + Self.daysTo2001)
    let time = [second / 3600, second / 60 % 60, second % 60].map { Self.padded($0, 2) }.joined(separator: ":")
    return "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))\(separator)\(time)"
  }

  /// The proleptic Gregorian calendar, by eras of 400 years that begin in March.
  private static func date(daysSince1970: Int) -> (year: Int, month: Int, day: Int) {
    let days = daysSince1970 + 719_468
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(abs(number))
    return (number < 0 ? "-" : "") + String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

/// A number of seconds, in the largest unit of which there is at least one.
enum Age {
  static func text(_ seconds: Double) -> String {
    guard seconds.isFinite else { return "\(seconds) s" }
    if seconds <= -1 { return "in " + text(-seconds) }
    switch abs(seconds) {
    case ..<60: return "\(Int(abs(seconds))) s"
    case ..<3600: return "\(Int(seconds / 60)) min"
    case ..<86_400: return "\(Int(seconds / 3600)) h"
    case ..<63_072_000: return "\(Int(seconds / 86_400)) d"
    case ..<3.2e10: return "\(Int(seconds / 31_557_600)) y"
    default: return "> 999 y"
    }
  }
}

/// A number of bytes.
enum ByteCount {
  static func text(_ bytes: Int64) -> String {
    if bytes < 1024 { return "\(bytes) B" }
    var (value, rest) = (Double(bytes) / 1024, ["KiB", "MiB", "GiB", "TiB"][...])
    while value >= 1023.95, rest.count > 1 {
      value /= 1024
      rest = rest.dropFirst()
    }
    return "\((value * 10).rounded() / 10) \(rest.first!)"
  }
}
