#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Makes a system call, again as long as a signal interrupts it, and turns −1 into an error (clauses ERR-1, ERR-2).
///
/// `errno` is read at once: any later call may change it.
@discardableResult
package func retrying<Value: SignedInteger>(
  _ call: MailboxSystemCall, _ body: () -> Value
) throws(SystemError) -> Value {
  while true {
    let value = body()
    if value != -1 { return value }
    let code = errno
    if code != EINTR { throw SystemError(call: call, code: code) }
  }
}
