#if !canImport(Darwin)
  internal import Dispatch
  #if canImport(Glibc)
    internal import Glibc
  #elseif canImport(Musl)
    internal import Musl
  #endif

  /// Watches a directory with inotify.
  final class DirectoryWatch: WakeUpWatch {
    private let source: StateLock<any DispatchSourceRead>

    /// - Returns: `nil` if the user has as many watches as allowed, or descriptors are used up.
    init?(
      _ directory: RawDescriptor, lock: RawDescriptor, _ scope: WakeUpScope,
      report: @escaping @Sendable (WakeUpEvent) -> Void
    ) {
      let queue = inotify_init1(CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC))
      guard queue >= 0 else { return nil }
      let mask =
        IN_CREATE | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR
        | (scope == .everyChange ? IN_MOVED_FROM | IN_DELETE | IN_ATTRIB : 0)
      // By its descriptor: what is watched is what is used, whatever stands at the path by now.
      guard inotify_add_watch(queue, "/proc/self/fd/\(directory)", UInt32(mask)) >= 0 else {
        _ = Platform.close(queue)
        return nil
      }
      // A directory that is open is not told to be deleted as long as it is; of a file that is open, losing a name changes its attributes.
      _ = inotify_add_watch(queue, "/proc/self/fd/\(lock)", UInt32(IN_ATTRIB | IN_MOVE_SELF))
      let source = DispatchSource.makeReadSource(fileDescriptor: queue)
      source.setEventHandler {
        let events = DirectoryEvents(readFrom: queue, scope)
        if events.haveHint { report(.hint) }
        if events.haveEnd { report(.ended) }
      }
      source.setCancelHandler { _ = Platform.close(queue) }
      source.resume()
      self.source = StateLock(source)
    }

    func close() { source.withLock { $0.cancel() } }
  }

  /// What is in the queue of an inotify instance.
  private struct DirectoryEvents {
    private(set) var haveHint = false
    private(set) var haveEnd = false
    private let scope: WakeUpScope

    /// Takes what fits into one buffer: the source calls again for the rest.
    init(readFrom queue: CInt, _ scope: WakeUpScope) {
      self.scope = scope
      withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: MemoryLayout<inotify_event>.alignment) { buffer in
        let count = read(queue, buffer.baseAddress, buffer.count)
        // Nothing there, or interrupted: the source calls again.
        guard count > 0 else { return }
        add(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      }
    }

    private mutating func add(_ bytes: UnsafeRawBufferPointer) {
      let header = MemoryLayout<inotify_event>.size
      var rest = bytes
      while rest.count >= header {
        let event = rest.load(as: inotify_event.self)
        let end = header + Int(event.len)
        guard end <= rest.count else { return }
        add(event.mask, name: rest[header..<end])
        rest = UnsafeRawBufferPointer(rebasing: rest[end...])
      }
    }

    private mutating func add(_ mask: UInt32, name: Slice<UnsafeRawBufferPointer>) {
      if mask & UInt32(IN_Q_OVERFLOW) != 0 { haveHint = true }
      guard name.isEmpty else {
        // Claims and what is set aside get names here too: they wait for nobody.
        if scope == .everyChange || name.starts(with: "pending-".utf8) { haveHint = true }
        return
      }
      if mask & UInt32(IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED | IN_UNMOUNT) != 0 { haveEnd = true }
    }
  }
#endif
