import Foundation
import MailboxTestSupport

/// Time, for real processes, passes in the time stamps of files.
extension MailboxBench {
  /// Makes the claims whose token begins so older than any lease here, so that nobody has to wait.
  ///
  /// - Returns: How many there were.
  @discardableResult
  func expireLeases(tokenPrefix: String = "") throws -> Int {
    var count = 0
    for name in try names("claimed-\(tokenPrefix)") where Self.setAge("\(directory)/\(name)", hours: 24) { count += 1 }
    return count
  }

  /// Makes temporaries old enough to be swept.
  func ageTemporaries() {
    for name in temporaries() { Self.setAge("\(directory)/.tmp/\(name)", hours: 2) }
  }

  /// - Returns: Whether it was still there: a helper may have settled it meanwhile.
  @discardableResult
  private static func setAge(_ path: String, hours: Double) -> Bool {
    let date = Date(timeIntervalSinceNow: -hours * 3600)
    do {
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
      return true
    } catch {
      return false
    }
  }
}

extension MailboxBench {
  /// What is in the mailbox, with the time stamps that carry the leases.
  func namesWithStamps() throws -> [String: Date] {
    var stamps: [String: Date] = [:]
    for name in try names() {
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(directory)/\(name)")
      stamps[name] = attributes[.modificationDate] as? Date
    }
    return stamps
  }
}
