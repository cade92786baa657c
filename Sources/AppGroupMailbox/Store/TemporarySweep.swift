/// Removes what dead processes left: temporaries more than an hour from now, in either direction (clauses LAY-20, LAY-21).
struct TemporarySweep {
  let fileSystem: any FileSystem
  /// Seconds since 1970.
  let now: Double
  static let age = 3600.0

  func isStale(_ status: FileStatus) -> Bool {
    abs(now - status.modified.secondsSince1970) > Self.age
  }

  /// Removes an entry if it is stale.
  ///
  /// One that is gone is no failure.
  ///
  /// - Parameter prepare: Called before something is removed.
  /// - Returns: Whether something was removed.
  func sweep(
    _ name: FileName, in directory: RawDescriptor, _ prepare: () -> Void = {}
  ) throws(SystemError) -> Bool {
    do {
      guard isStale(try fileSystem.status(of: name, in: directory)) else { return false }
      prepare()
      try TreeRemover(fileSystem: fileSystem).remove(name, in: directory)
      return true
    } catch let error where error.isGone {
      return false
    }
  }

  /// Sweeps the folder of temporaries, if there is one.
  ///
  /// Needs no lock: whoever misses a temporary writes it again.
  func sweepTemporaries(of mailbox: RawDescriptor, _ journal: OperationJournal) {
    var names: [FileName] = []
    do {
      let folder = Descriptor(try fileSystem.openDirectory(EntryName.temporaries, in: mailbox), of: fileSystem)
      try fileSystem.forEachEntry(in: folder.raw) { name, _ in names.append(FileName(name)) }
      for name in names where !journal.mustStop {
        do {
          _ = try sweep(name, in: folder.raw)
          journal.noteSuccess()
        } catch {
          journal.noteSkipped(error)
        }
      }
    } catch let error where error.isGone || error.code == ErrorNumber.notDirectory || error.code == ErrorNumber.linkLoop
    {
      // None was needed yet; or it is no directory, which settling sees.
    } catch {
      journal.noteSkipped(error)
    }
  }
}
