import AppGroupMailbox

/// Each entry of the mailbox directory by itself.
extension Verification {
  func findings(_ entry: SeenEntry) -> [Finding] {
    switch entry.meaning {
    case .foreign: return []
    case .malformed:
      return [
        Finding(.error, ["LAY-17"], "a name that begins like the mailbox's and matches no production", entry.label)
      ]
    case .legacyTemporary:
      if entry.status == nil { return [unchecked(entry)] }
      return sight.isStale(entry) ? [stale(entry, ["LAY-21"], entry.label)] : []
    case .quarantined(let name): return quarantined(entry, name)
    case .pending, .claimed, .deadLetter: return message(entry)
    }
  }

  private func quarantined(_ entry: SeenEntry, _ name: QuarantineName) -> [Finding] {
    guard let reason = name.reason, QuarantineReason(rawValue: reason) == nil else { return [] }
    return [Finding(.error, ["LAY-7"], "quarantined for a reason that section 2.4 does not have", entry.label)]
  }

  private func message(_ entry: SeenEntry) -> [Finding] {
    guard let kind = entry.kind, let status = entry.status else { return [unchecked(entry)] }
    let label = entry.label
    guard kind == .file else {
      return [Finding(.error, ["QUA-2"], "\(kind.described) under a message's name", label)]
    }
    var findings: [Finding] = []
    if status.linkCount > 1 {
      findings.append(
        Finding(
          .error, ["QUA-2"], "a message's file with more than one name", label, detail: "\(status.linkCount) names"))
    }
    findings += access(entry, status) + name(entry) + body(entry, status)
    return findings
  }

  private func access(_ entry: SeenEntry, _ status: FileStatus) -> [Finding] {
    var findings: [Finding] = []
    if let mode = Self.mode(status, wanted: 0o600) {
      let isLegacy = entry.message?.isLegacy ?? false
      findings.append(
        isLegacy && status.permissions & 0o600 == 0o600
          ? Finding(.note, ["LAY-22"], "written by release 0.1, which set no mode", entry.label, detail: mode)
          : Finding(
            .error, ["LAY-22"], "a message's file has another mode than 0600, as only those of release 0.1 may",
            entry.label, detail: mode))
    }
    if status.owner != sight.directory.owner {
      findings.append(
        Finding(
          .error, ["CLM-8", "LAY-22"], "a message's file of another user than the directory's: it will be skipped",
          entry.label, detail: "user \(status.owner)"))
    }
    return findings
  }

  /// What the name says that is not so, or not for long.
  private func name(_ entry: SeenEntry) -> [Finding] {
    switch entry.meaning {
    case .pending(let name) where name.attempts >= settings.maxAttempts:
      return [
        Finding(
          .note, ["DLQ-1"], "delivered so often that it becomes a dead letter, unless maxAttempts is set higher",
          entry.label,
          detail: name.attempts.of("attempt"))
      ]
    case .claimed(let name):
      var findings: [Finding] = []
      if let details = name.returning.details, details.attempts == 0 {
        findings.append(Finding(.error, ["CLM-5"], "claimed, and its attempts were not raised", entry.label))
      }
      if sight.isAbandoned(entry, timeout: settings.claimTimeout) {
        findings.append(
          Finding(
            .note, ["REC-1"], "an abandoned claim; it will be recovered", entry.label,
            detail: sight.age(of: entry).map { "stamped \(Age.text($0))\($0 > -1 ? " ago" : "")" }))
      }
      return findings
    case .deadLetter(let name):
      let known: [MailboxDeadLetterReason] = [.attempts, .undecodable, .oversize, .duplicate, .rejected]
      return known.contains(name.reason)
        ? [] : [Finding(.note, ["LAY-6"], "a dead letter for a reason that section 2.4 does not have", entry.label)]
    default: return []
    }
  }

  private func body(_ entry: SeenEntry, _ status: FileStatus) -> [Finding] {
    var isDeadLetter = false
    if case .deadLetter = entry.meaning { isDeadLetter = true }
    // A dead letter was not read, as a rule, before it became one.
    func wrong(_ clauses: [String], _ text: String, _ detail: String? = nil) -> [Finding] {
      isDeadLetter
        ? [
          Finding(
            .note, ["DLQ-9"] + clauses.prefix(1), text + "; as a dead letter it can only be removed", entry.label,
            detail: detail)
        ]
        : [Finding(.error, clauses, text, entry.label, detail: detail)]
    }
    switch entry.body {
    case .notRead: return []
    case .failure(let failure):
      return [Finding(.unchecked, ["CLM-8"], "its body cannot be read", entry.label, detail: failure.explanation)]
    case .refused:
      guard status.size > Int64(Envelope.maximumBytes) else { return [] }
      return wrong(["QUA-4", "LAY-15"], "larger than any body may be", ByteCount.text(status.size))
    case .newerFormat:
      return [
        Finding(.note, ["LAY-13", "CLM-12"], "a body of a later format, which this version leaves alone", entry.label)
      ]
    case .invalid(let fault): return wrong(["LAY-11", "QUA-3"], "no valid body", fault.description)
    case .valid(let envelope):
      guard let name = entry.message, !envelope.agrees(with: name) else { return [] }
      return envelope.id == name.id
        ? wrong(["LAY-14"], "the date in its body is another than in its name")
        : wrong(["LAY-14"], "the id in its body is another than in its name")
    }
  }
}
