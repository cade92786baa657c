import AppGroupMailbox

/// The library's own hints, of every change: with them a look comes at once, without them with the next pause's end.
final class WatchHints {
  private let source: any WakeUpSource
  private let alarm: WatchAlarm
  private let isOfUse = StateLock(false)
  private var watch: (any WakeUpWatch)?

  init(_ source: any WakeUpSource = SystemWakeUpSource(.everyChange), to alarm: WatchAlarm) {
    self.source = source
    self.alarm = alarm
  }

  /// Begins, or begins anew where the directory was replaced.
  func watch(_ place: MailboxPlace, _ lock: LockSight, _ fileSystem: any FileSystem) {
    guard !isOfUse.withLock({ $0 }), lock.entry?.kind == .file else { return }
    watch?.close()
    watch = nil
    do {
      let directory = try place.open(fileSystem)
      let file = Descriptor(
        try fileSystem.openFile(EntryName.lockFile, in: directory.mailbox.raw, .read), of: fileSystem)
      let (alarm, isOfUse) = (alarm, isOfUse)
      watch = source.watch(directory.mailbox.raw, lock: file.raw, notificationName: nil) { event in
        if case .ended = event { isOfUse.withLock { $0 = false } }
        alarm.hint()
      }
      isOfUse.withLock { $0 = watch != nil }
    } catch {
      // Then there are none: what happens is seen all the same.
    }
  }

  deinit {
    watch?.close()
  }
}
