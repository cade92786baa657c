/// The name of one directory entry: bytes as the system gives them, which need not be UTF-8.
package struct FileName: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The bytes with the NUL that C functions want behind them.
  package let terminated: [UInt8]

  /// The bytes of the name.
  package var bytes: ArraySlice<UInt8> { terminated.dropLast() }

  /// A name of the given bytes, of which none may be zero.
  package init(_ bytes: some Collection<UInt8>) {
    var terminated = [UInt8]()
    terminated.reserveCapacity(bytes.count + 1)
    terminated.append(contentsOf: bytes)
    terminated.append(0)
    self.terminated = terminated
  }

  package init(_ text: String) {
    self.init(text.utf8)
  }

  package init(stringLiteral value: String) {
    self.init(value.utf8)
  }

  /// The name as text, for tests and tools; bytes that are not UTF-8 are replaced.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  package func hasPrefix(_ prefix: StaticString) -> Bool {
    prefix.withUTF8Buffer { bytes.starts(with: $0) }
  }
}
