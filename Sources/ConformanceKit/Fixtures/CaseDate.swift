/// A date as a case says it.
package enum CaseDate: Equatable, Sendable {
  /// Seconds before the case's beginning.
  case ago(Double)
  /// Seconds since 2001.
  case at(Double)
  /// Whatever the implementation chose.
  case any

  init(_ reading: FixtureReading) throws {
    if let text = reading.value.string {
      switch text {
      case "*": self = .any
      case "nan": self = .at(.nan)
      case "inf": self = .at(.infinity)
      case "-inf": self = .at(-.infinity)
      default: throw reading.fault("\"\(text)\" is no date", "write {\"ago\": seconds} or {\"at\": seconds since 2001}")
      }
      return
    }
    let (name, value) = try reading.members(["ago", "at"]).one(of: ["ago", "at"])
    self = name == "ago" ? .ago(try value.double()) : .at(try value.double())
  }

  /// Seconds since 2001; `nil` if any will do.
  func seconds(from beginning: Double) -> Double? {
    switch self {
    case .ago(let seconds): beginning - seconds
    case .at(let seconds): seconds
    case .any: nil
    }
  }
}
