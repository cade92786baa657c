// What Dispatch has on Apple systems only; compiled together with the library.

internal import Dispatch

protocol DispatchSourceFileSystemObject: DispatchSourceProtocol {
  var data: DispatchSource.FileSystemEvent { get }
}

extension DispatchSource {
  class func makeFileSystemObjectSource(
    fileDescriptor: Int32, eventMask: FileSystemEvent, queue: DispatchQueue? = nil
  ) -> any DispatchSourceFileSystemObject { fatalError() }
}
