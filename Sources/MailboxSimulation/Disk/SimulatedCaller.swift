package import AppGroupMailbox

/// Who calls a primitive of a volume, and when.
package struct SimulatedCaller: Sendable {
  /// The process, whose descriptors count.
  package var process: Int32
  /// The effective user; 0 may do everything.
  package var user: UInt32
  package var now: FileTime
  /// What a failure is reported as.
  var call: MailboxSystemCall

  package init(process: Int32, user: UInt32, now: FileTime) {
    self.process = process
    self.user = user
    self.now = now
    call = .open
  }

  func making(_ call: MailboxSystemCall) -> SimulatedCaller {
    var caller = self
    caller.call = call
    return caller
  }

  func failure(_ code: Int32) -> SystemError {
    SystemError(call: call, code: code)
  }
}

/// What a process wants to do with a file or directory.
struct Permission: OptionSet {
  let rawValue: UInt32

  static let execute = Permission(rawValue: 1)
  static let write = Permission(rawValue: 2)
  static let read = Permission(rawValue: 4)
}

extension InodeAttributes {
  /// Whether a user may do that, as Linux decides it for one who is in no group.
  func permits(_ wanted: Permission, to user: UInt32) -> Bool {
    if user == 0 { return true }
    return Permission(rawValue: user == owner ? mode >> 6 : mode).isSuperset(of: wanted)
  }
}
