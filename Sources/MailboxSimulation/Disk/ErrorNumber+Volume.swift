package import AppGroupMailbox

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The `errno` values that a volume gives and the library never looks at.
extension ErrorNumber {
  package static let nameTooLong = ENAMETOOLONG
  package static let busy = EBUSY
  package static let illegalSeek = ESPIPE
  package static let fileTooLarge = EFBIG
}
