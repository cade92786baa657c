import AppGroupMailbox

/// A file system that counts the bytes it has read.
package struct ReadCounter: ForwardingFileSystem {
  package let base: any FileSystem
  private let counted = StateLock<Int>(0)

  package init(over base: any FileSystem = POSIXFileSystem()) {
    self.base = base
  }

  /// Since the beginning.
  package var bytes: Int { counted.withLock { $0 } }

  package func read(
    _ descriptor: RawDescriptor, into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
  ) throws(SystemError) -> Int {
    let count = try base.read(descriptor, into: buffer, at: offset)
    counted.withLock { $0 += count }
    return count
  }
}
