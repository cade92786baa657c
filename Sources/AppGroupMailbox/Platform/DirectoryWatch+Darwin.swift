#if canImport(Darwin)
  internal import Darwin
  internal import Dispatch
  internal import notify

  /// Watches for a Darwin notification.
  final class NotificationWatch: WakeUpWatch {
    private let token: CInt

    init?(_ name: String, report: @escaping @Sendable (WakeUpEvent) -> Void) {
      var token: CInt = 0
      let status = notify_register_dispatch(name, &token, DispatchQueue.global()) { _ in report(.hint) }
      guard status == NOTIFY_STATUS_OK else { return nil }
      self.token = token
    }

    func close() { _ = notify_cancel(token) }
  }

  /// Watches a directory for changes of any kind: which name it was is not told.
  final class DirectoryWatch: WakeUpWatch {
    private let source: StateLock<any DispatchSourceFileSystemObject>

    /// - Parameter scope: The system does not tell changes apart: all are hints.
    init?(
      _ directory: RawDescriptor, lock: RawDescriptor, _ scope: WakeUpScope,
      report: @escaping @Sendable (WakeUpEvent) -> Void
    ) {
      // A descriptor that keeps no volume from being unmounted.
      let own = Platform.openat(directory, ".", O_EVTONLY | O_CLOEXEC, 0)
      guard own >= 0 else { return nil }
      let source = DispatchSource.makeFileSystemObjectSource(
        fileDescriptor: own, eventMask: [.write, .delete, .rename, .revoke])
      source.setCancelHandler { _ = Platform.close(own) }
      self.source = StateLock(source)
      self.source.withLock { source in
        source.setEventHandler { [weak self] in
          guard let events = self?.source.withLock({ $0.data }) else { return }
          if events.contains(.write) { report(.hint) }
          if !events.isDisjoint(with: [.delete, .rename, .revoke]) { report(.ended) }
        }
        source.resume()
      }
    }

    func close() { source.withLock { $0.cancel() } }
  }
#endif
