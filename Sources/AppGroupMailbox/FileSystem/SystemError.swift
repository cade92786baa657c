/// The system calls a mailbox makes, as an error or a diagnostic names them.
public enum MailboxSystemCall: String, Sendable, Hashable {
  /// Opening a file or directory.
  case open
  /// Creating a file.
  case create
  /// Creating a directory.
  case makeDirectory
  /// Reading type, size, owner or times.
  case status
  /// Reading from a file.
  case read
  /// Writing to a file.
  case write
  /// Setting permissions.
  case setPermissions
  /// Setting the modification time, which carries the lease.
  case setModificationTime
  /// Setting the protection class of a file (Apple systems).
  case setProtection
  /// Synchronising a file to storage.
  case synchronizeFile
  /// Synchronising a directory to storage.
  case synchronizeDirectory
  /// Renaming a file.
  case rename
  /// Giving an unnamed file its name.
  case link
  /// Removing a file or an empty directory.
  case remove
  /// Listing a directory.
  case list
  /// Locking the lock file.
  case lock
  /// Asking whether a directory can be written.
  case access
}

/// A system call that failed, and its `errno`.
package struct SystemError: Error, Equatable, Sendable {
  package var call: MailboxSystemCall
  package var code: Int32

  package init(call: MailboxSystemCall, code: Int32) {
    self.call = call
    self.code = code
  }
}
