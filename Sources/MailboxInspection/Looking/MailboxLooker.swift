import AppGroupMailbox
import Foundation

/// Looks at a mailbox directory without a trace: no lock, nothing created, nothing written, nothing followed, nothing waited for.
struct MailboxLooker {
  var fileSystem: any FileSystem = POSIXFileSystem()
  var clock: any MailboxClock = SystemClock()
  /// Which bodies are read.
  var reading = Reading.legacy

  enum Reading {
    case none
    /// Those that alone know a message's date.
    case legacy
    case all
  }

  /// How often a look is repeated because something changed meanwhile.
  private static let mostLooks = 4

  func look(at place: MailboxPlace) throws(PlaceProblem) -> MailboxSight { try open(place).sight }

  /// Looks, and keeps the directory open for those who want to read on.
  func open(_ place: MailboxPlace) throws(PlaceProblem) -> OpenMailbox {
    var looks = 0
    while true {
      let opened = try place.open(fileSystem)
      looks += 1
      do throws(SystemError) {
        let before = try fileSystem.status(of: opened.mailbox.raw)
        var sight = MailboxSight(
          place: place, moment: clock.now.timeIntervalSinceReferenceDate, directory: before, root: opened.root)
        let isWhole = try fill(&sight, opened.mailbox.raw)
        let after = try fileSystem.status(of: opened.mailbox.raw)
        sight.isChanging = !isWhole || after.changed != before.changed
        if sight.isChanging, looks < Self.mostLooks { continue }
        return OpenMailbox(sight, opened.take(), fileSystem)
      } catch {
        throw .unreadable(place.path, error)
      }
    }
  }

  /// - Returns: Whether everything that was listed was still there.
  private func fill(_ sight: inout MailboxSight, _ mailbox: RawDescriptor) throws(SystemError) -> Bool {
    var isWhole = true
    for name in try names(in: mailbox) {
      guard let entry = look(at: name, in: mailbox) else {
        isWhole = false
        continue
      }
      if name == EntryName.lockFile {
        sight.lock = lock(entry, in: mailbox)
      } else if name == EntryName.temporaries {
        sight.temporaries = temporaries(entry, in: mailbox)
      } else {
        sight.entries.append(entry)
      }
    }
    return isWhole
  }

  private func names(in directory: RawDescriptor) throws(SystemError) -> [FileName] {
    var names: [FileName] = []
    try fileSystem.forEachEntry(in: directory) { name, _ in names.append(FileName(name)) }
    return names.sorted { $0.terminated.lexicographicallyPrecedes($1.terminated) }
  }

  /// - Returns: `nil` if it is gone.
  private func look(at name: FileName, in directory: RawDescriptor) -> SeenEntry? {
    var entry = SeenEntry(name: name, meaning: EntryName(name.bytes), seen: .failure(Self.unknown))
    do throws(SystemError) {
      let status = try fileSystem.status(of: name, in: directory)
      entry.seen = .status(status, EntryKind(name, in: directory, status))
      guard let message = entry.message, reading == .all || reading == .legacy && message.isLegacy else { return entry }
      entry.body = try BodyReader(fileSystem).sight(of: entry, in: directory)
    } catch {
      if error.isGone { return nil }
      if entry.status == nil { entry.seen = .failure(error) } else { entry.body = .failure(error) }
    }
    return entry
  }

  private static let unknown = SystemError(call: .status, code: ErrorNumber.inputOutput)

  private func lock(_ entry: SeenEntry, in mailbox: RawDescriptor) -> LockSight {
    var sight = LockSight(entry: entry)
    guard entry.kind == .file, let identity = entry.status?.identity else { return sight }
    let holder = KernelLocks.holder(of: identity, fileSystem)
    sight.isHeld = holder.isHeld
    sight.holder = holder.process
    do throws(SystemError) {
      let file = Descriptor(try fileSystem.openFile(entry.name, in: mailbox, .read), of: fileSystem)
      var bytes = [UInt8](repeating: 0, count: Generation.length)
      let count = try fileSystem.readOnce(file.raw, into: &bytes)
      sight.generation = Generation(bytes.prefix(count))
    } catch {
      sight.failure = error
    }
    return sight
  }

  private func temporaries(_ entry: SeenEntry, in mailbox: RawDescriptor) -> TemporariesSight {
    var sight = TemporariesSight(entry: entry)
    guard entry.kind == .directory else { return sight }
    do throws(SystemError) {
      let folder = Descriptor(try fileSystem.openDirectory(entry.name, in: mailbox), of: fileSystem)
      sight.entries = try names(in: folder.raw).compactMap { look(at: $0, in: folder.raw) }
    } catch {
      sight.failure = error
    }
    return sight
  }
}

/// A mailbox directory that was looked at, and is still open.
final class OpenMailbox {
  let sight: MailboxSight
  private let directory: Descriptor
  private let fileSystem: any FileSystem

  init(_ sight: MailboxSight, _ directory: consuming Descriptor, _ fileSystem: any FileSystem) {
    self.sight = sight
    self.directory = directory
    self.fileSystem = fileSystem
  }

  /// The body of a message's file, if it can be read now and is no larger than any may be.
  func body(of entry: SeenEntry) -> Data? {
    do {
      return try BodyReader(fileSystem).read(entry, in: directory.raw)
    } catch {
      // Whoever asks has been told by the sight why it cannot be read.
      return nil
    }
  }

  /// Where a link in the directory leads.
  func target(of entry: SeenEntry) -> [UInt8]? { EntryKind.target(of: entry.name, in: directory.raw) }
}
