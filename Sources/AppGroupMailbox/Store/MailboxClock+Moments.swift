#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What the clock says, in the forms in which names, bodies and files carry it.
extension MailboxClock {
  /// Since 1970; 0 before it, and bounded whatever the clock says.
  var milliseconds: UInt64 {
    let value = now.timeIntervalSince1970 * 1000
    return value > 0 ? UInt64(min(value, 0x1p62)) : 0
  }

  var secondsSince2001: Double { now.timeIntervalSinceReferenceDate }

  var stamp: FileTime {
    let seconds = now.timeIntervalSince1970
    let whole = seconds.rounded(.down)
    // What a file cannot carry is cut off: the lease then counts as abandoned, which delivers again and loses nothing.
    let bounded = min(max(whole, -0x1p33), 0x1p33)
    return FileTime(seconds: Int64(bounded), nanoseconds: Int64(min((seconds - whole) * 1e9, 999_999_999)))
  }
}

extension FileTime {
  var secondsSince1970: Double { Double(seconds) + Double(nanoseconds) / 1e9 }
}
