import Foundation

/// What an operation does to a directory when nothing befalls it, and so what may be found when something does.
struct SweepFacts: Sendable {
  var operation: SweptOperation
  var before: SweptContents
  var after: SweptContents
  var answer: Answer

  /// Messages that the operation adds, in order.
  private var added: [String] {
    after.files.map(\.id).filter { !before.identifiers().contains($0) }
  }

  /// Files broken on purpose, which end in quarantine.
  var quarantineBound: Int { max(before.quarantined, after.quarantined) + before.strays.count }

  /// What is wrong with what an operation left that was cut short or met a failing call; `nil` if nothing is.
  func violation(in found: SweptContents) -> String? {
    for file in found.files where !mayBeThere(file) {
      return "\(file.place.rawValue) \(file.id) with \(file.attempts ?? -1) attempts is neither of before nor of after"
    }
    let ids = found.identifiers()
    let lost = before.identifiers().intersection(after.identifiers()).subtracting(ids)
    if !lost.isEmpty { return "lost: \(lost.sorted())" }
    if found.files.count < min(before.files.count, after.files.count) - goneToQuarantine {
      return "\(found.files.count) files are left of \(before.files.count) (OVF-2)"
    }
    if let double = doubled(found) { return "twice: \(double) (DLQ-5)" }
    if added.drop(while: ids.contains).contains(where: ids.contains) {
      return "a part of a batch that is no beginning: \(ids.sorted()) (ENQ-14)"
    }
    if found.quarantined > quarantineBound { return "\(found.quarantined) files are quarantined (QUA-1)" }
    let strays = Set(found.strays).subtracting(before.strays)
    return strays.isEmpty ? nil : "strange names: \(strays.sorted())"
  }

  private var goneToQuarantine: Int { max(0, after.quarantined - before.quarantined) }

  /// One that was there, one that should be, or one in a claim that had yet to judge it.
  private func mayBeThere(_ file: SweptContents.File) -> Bool {
    if before.files.contains(file) || after.files.contains(file) { return true }
    guard operation.promise == .claims, file.place == .claimed else { return false }
    return before.files.contains {
      var claimed = $0
      claimed.place = .claimed
      claimed.attempts = $0.attempts.map { $0 + 1 }
      claimed.stamp = SweptPlant.now
      return claimed == file
    }
  }

  private func doubled(_ found: SweptContents) -> String? {
    var most: [String: Int] = [:]
    for contents in [before, after] {
      for (id, files) in Dictionary(grouping: contents.live, by: \.id) { most[id] = max(most[id] ?? 0, files.count) }
    }
    return Dictionary(grouping: found.live, by: \.id).first { $0.value.count > most[$0.key] ?? 0 }?.key
  }

  /// Then opening the file that is there belongs to its synchronisation (clause DUR-6).
  private var isRepetition: Bool { operation.promise == .stored && answer.code == nil && added.isEmpty }

  // MARK: Failing calls

  /// What is wrong with an answer, when one call failed.
  func complaint(about seen: Answer, _ failure: InjectedFailure, _ found: SweptContents) -> String? {
    if failure.isInterruption {
      if seen.code != answer.code { return "EINTR was seen: \(seen.code ?? "ok") (ERR-2)" }
      return found.files == after.files ? nil : "EINTR made a difference (ERR-2)"
    }
    let stored = found.identifiers().intersection(added)
    let claimed = found.identifiers(.claimed).subtracting(before.identifiers(.claimed))
    switch seen.code {
    case nil: return shortfall(of: seen, found, claimed)
    case "notDurable":
      guard failure.isSynchronisation || isRepetition else {
        return "notDurable, and no synchronisation failed (DUR-5)"
      }
      return stored == Set(added) ? nil : "notDurable, and the message is not there (DUR-5)"
    case "ioFailure":
      guard let call = seen.error?["call"]?.string, failure.calls.contains(call),
        seen.error?["errno"]?.integer == failure.number
      else { return "it says \(seen.error ?? .null), and \(failure) was made (ERR-1)" }
    case answer.code: break
    case "mailboxFull" where before.live.count >= 2 && operation.promise == .stored: break
    case let code?: return "it says \(code), and \(failure) was made (ERR-1)"
    }
    if !stored.isEmpty { return "it failed, and \(stored.sorted()) is there (ERR-3)" }
    if !claimed.isEmpty { return "it failed, and \(claimed.sorted()) is claimed (CLM-11)" }
    let isSettling = operation.request.operation == "maintain" || operation.promise != .everything
    return isSettling || found.files == before.files ? nil : "it failed, and changed what was there (ERR-3)"
  }

  /// What an answer without an error promises, and is not so.
  private func shortfall(of seen: Answer, _ found: SweptContents, _ claimed: Set<String>) -> String? {
    if answer.code != nil { return "it succeeded, and should have said \(answer.code ?? "")" }
    switch operation.promise {
    case .stored:
      return Set(added).isSubset(of: found.identifiers()) ? nil : "it succeeded, and not all is there (ERR-4)"
    case .claims:
      let listed = Set((seen.ok?["claims"]?.elements ?? []).compactMap { $0["id"]?.string })
      // What could not be put away stays claimed until it is abandoned.
      let isRight = goneToQuarantine > 0 ? listed.isSubset(of: claimed) : listed == claimed
      return isRight ? nil : "it lists \(listed.sorted()), claimed is \(claimed.sorted()) (CLM-1)"
    case .everything:
      if found.files != after.files { return "it succeeded, and not everything happened (ERR-1)" }
      let isReport = operation.request.operation == "statistics"
      return isReport && seen.ok != answer.ok ? "the report is not what is there (STA-1)" : nil
    }
  }
}
