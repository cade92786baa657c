/// An open file or directory that closes itself, through the file system it came from.
package struct Descriptor: ~Copyable, Sendable {
  package let raw: RawDescriptor
  private let fileSystem: any FileSystem

  package init(_ raw: RawDescriptor, of fileSystem: any FileSystem) {
    self.raw = raw
    self.fileSystem = fileSystem
  }

  deinit {
    fileSystem.close(raw)
  }
}
