#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The `errno` values that decide something.
package enum ErrorNumber {
  package static let notFound = ENOENT
  package static let exists = EEXIST
  package static let accessDenied = EACCES
  package static let notPermitted = EPERM
  package static let inputOutput = EIO
  package static let isDirectory = EISDIR
  package static let notDirectory = ENOTDIR
  package static let linkLoop = ELOOP
  package static let notEmpty = ENOTEMPTY
  package static let noSuchDevice = ENXIO
  package static let readOnlyVolume = EROFS
  package static let noSpace = ENOSPC
  package static let quotaExceeded = EDQUOT
  package static let tooManyOpen = EMFILE
  package static let tooManyOpenInSystem = ENFILE
  package static let noMemory = ENOMEM
  package static let unsupported = EOPNOTSUPP
  package static let invalid = EINVAL
  package static let interrupted = EINTR
  package static let badDescriptor = EBADF
}

extension SystemError {
  /// The name is not there, or not any more.
  package var isGone: Bool { code == ErrorNumber.notFound }

  /// It concerns the process or the volume, and so every other file as well (clause CLM-9).
  package var concernsEverything: Bool {
    switch code {
    case ErrorNumber.tooManyOpen, ErrorNumber.tooManyOpenInSystem, ErrorNumber.noMemory, ErrorNumber.noSpace,
      ErrorNumber.quotaExceeded, ErrorNumber.readOnlyVolume:
      true
    default: false
    }
  }
}
