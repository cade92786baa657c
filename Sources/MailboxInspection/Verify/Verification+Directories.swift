import AppGroupMailbox

/// The directories, the lock file and the temporaries.
extension Verification {
  var directoryFindings: [Finding] {
    var findings: [Finding] = []
    if let root = sight.root { findings += directory(root, MailboxPlace.rootName) }
    findings += directory(sight.directory, "the mailbox directory")
    if sight.place.names.count == 2, NamespaceName(sight.place.name) == nil {
      findings.append(Finding(.error, ["NSP-1", "NSP-2"], "the directory's name is no namespace"))
    }
    if let root = sight.root, root.owner != sight.directory.owner {
      findings.append(
        Finding(
          .error, ["SEC-1"],
          "\(MailboxPlace.rootName) belongs to user \(root.owner),"
            + " the mailbox directory to user \(sight.directory.owner)"))
    }
    return findings
  }

  private func directory(_ status: FileStatus, _ name: String) -> [Finding] {
    if status.permissions & 0o700 != 0o700 {
      return [
        Finding(.error, ["LCK-9", "LAY-2"], "its owner may not use \(name)", detail: Self.mode(status, wanted: 0o700))
      ]
    }
    guard let mode = Self.mode(status, wanted: 0o700) else { return [] }
    return [Finding(.note, ["LAY-3"], "\(name) is not closed to others; it will be when it is opened", detail: mode)]
  }

  // MARK: The lock file

  var lockFindings: [Finding] {
    guard let entry = sight.lock.entry else {
      return [Finding(.note, ["LAY-18"], "there is no lock file; the next operation makes one")]
    }
    let file = entry.label
    guard let status = entry.status, let kind = entry.kind else { return [unchecked(entry)] }
    guard kind == .file else {
      return [Finding(.error, ["SEC-2"], "the lock file is \(kind.described)", file)]
    }
    var findings: [Finding] = []
    if status.linkCount > 1 {
      findings.append(Finding(.error, ["SEC-2"], "the lock file has \(status.linkCount) names", file))
    }
    if status.owner != sight.directory.owner {
      findings.append(Finding(.error, ["SEC-2"], "the lock file belongs to another user than the directory", file))
    }
    if let mode = Self.mode(status, wanted: 0o600) {
      findings.append(
        Finding(.note, ["LAY-3"], "the lock file's mode will be set when the mailbox is opened", file, detail: mode))
    }
    if let failure = sight.lock.failure {
      findings.append(
        Finding(.unchecked, ["LAY-18"], "the lock file cannot be read", file, detail: failure.explanation))
    } else if sight.lock.generation == nil, status.size > 0 {
      // An empty one is new, or release 0.1's.
      findings.append(
        Finding(
          .note, ["LAY-18", "LAY-19"], "the lock file is too short for a generation; the next change writes one", file))
    }
    return findings
  }

  // MARK: Temporaries

  var temporariesFindings: [Finding] {
    var findings = sight.temporaries.entry.map(temporariesFolder) ?? []
    for temporary in sight.temporaries.entries {
      let label = "\(EntryName.temporaries.text)/\(temporary.label)"
      if temporary.status == nil {
        findings.append(unchecked(temporary, as: label))
      } else if sight.isStale(temporary) {
        findings.append(stale(temporary, ["LAY-20"], label))
      }
    }
    return findings
  }

  private func temporariesFolder(_ entry: SeenEntry) -> [Finding] {
    guard let status = entry.status, let kind = entry.kind else { return [unchecked(entry)] }
    guard kind == .directory else { return [Finding(.error, ["LAY-23"], ".tmp is \(kind.described)", entry.label)] }
    var findings: [Finding] = []
    if status.owner != sight.directory.owner {
      findings.append(
        Finding(.error, ["LAY-23"], ".tmp belongs to another user than the directory", entry.label))
    }
    if let mode = Self.mode(status, wanted: 0o700) {
      findings.append(
        status.permissions & 0o700 == 0o700
          ? Finding(
            .note, ["LAY-3"], ".tmp is not closed to others; it will be when the mailbox is opened", entry.label,
            detail: mode)
          : Finding(.error, ["LAY-2"], "its owner may not use .tmp", entry.label, detail: mode))
    }
    if let failure = sight.temporaries.failure {
      findings.append(
        Finding(.unchecked, ["LAY-20"], "the temporaries cannot be listed", entry.label, detail: failure.explanation))
    }
    return findings
  }

  func stale(_ temporary: SeenEntry, _ clauses: [String], _ label: String) -> Finding {
    Finding(
      .note, clauses, "a temporary that nobody uses any more; the next maintenance removes it", label,
      detail: sight.age(of: temporary).map { Age.text($0) })
  }

  func unchecked(_ entry: SeenEntry, as label: String? = nil) -> Finding {
    var explanation: String?
    if case .failure(let failure) = entry.seen { explanation = failure.explanation }
    return Finding(.unchecked, ["CLM-8"], "it cannot be looked at", label ?? entry.label, detail: explanation)
  }
}
