#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension FileSystem {
  /// Writes everything, in as many calls as it takes (clause ERR-2).
  package func writeAll(_ body: Data, to descriptor: RawDescriptor) throws(SystemError) {
    try writeAll(body.count, to: descriptor) { body.withUnsafeBytes($0) }
  }

  /// The same of a few bytes.
  func writeAll(_ bytes: [UInt8], to descriptor: RawDescriptor) throws(SystemError) {
    try writeAll(bytes.count, to: descriptor) { bytes.withUnsafeBytes($0) }
  }

  private func writeAll(
    _ count: Int, to descriptor: RawDescriptor,
    from withBytes: ((UnsafeRawBufferPointer) -> (Int?, SystemError?)) -> (Int?, SystemError?)
  ) throws(SystemError) {
    var written = 0
    while written < count {
      let (result, failure) = withBytes { bytes in
        attempt { () throws(SystemError) in
          try write(descriptor, UnsafeRawBufferPointer(rebasing: bytes[written...]), at: Int64(written))
        }
      }
      if let failure { throw failure }
      guard let some = result, some > 0 else { throw SystemError(call: .write, code: ErrorNumber.inputOutput) }
      written += some
    }
  }

  /// Reads from the start until the end or until there is one byte more than `limit`, which is as much as has to be known (clause SEC-6).
  ///
  /// - Parameter expected: How many bytes there were when somebody looked: memory is taken for them first, and a read that ends
  ///   just there is not followed by one that only finds the end.
  package func readAll(
    _ descriptor: RawDescriptor, expected: Int, atMost limit: Int
  ) throws(SystemError) -> Data {
    var body = Data(count: min(max(expected, 0), limit) + 1)
    var filled = 0
    while true {
      let room = body.count - filled
      if filled == body.count {
        if filled > limit { return body }
        body.count = min(body.count * 2, limit + 1)
      }
      let (result, failure) = body.withUnsafeMutableBytes { bytes in
        attempt { () throws(SystemError) in
          try read(descriptor, into: UnsafeMutableRawBufferPointer(rebasing: bytes[filled...]), at: Int64(filled))
        }
      }
      if let failure { throw failure }
      guard let count = result, count > 0 else { break }
      filled += count
      if filled == expected, count < room { break }
    }
    body.count = filled
    return body
  }

  /// Reads from the start as much as one call gives, at most what fits.
  package func readOnce(_ descriptor: RawDescriptor, into bytes: inout [UInt8]) throws(SystemError) -> Int {
    let (result, failure) = bytes.withUnsafeMutableBytes { buffer in
      attempt { () throws(SystemError) in try read(descriptor, into: buffer, at: 0) }
    }
    if let failure { throw failure }
    return result ?? 0
  }

  /// Reads the number in a lock file; `nil` if there is none in it.
  func readGeneration(of lock: RawDescriptor) throws(SystemError) -> Generation? {
    var bytes = [UInt8](repeating: 0, count: Generation.length)
    let count = try readOnce(lock, into: &bytes)
    return Generation(bytes.prefix(count))
  }

  /// Carries a typed error through a closure that may not throw one.
  private func attempt<Value>(_ body: () throws(SystemError) -> Value) -> (Value?, SystemError?) {
    do {
      return (try body(), nil)
    } catch {
      return (nil, error)
    }
  }
}
