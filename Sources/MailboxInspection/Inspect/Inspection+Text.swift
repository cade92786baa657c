import AppGroupMailbox

extension Inspection {
  private static let margin = 13
  private static let longestContent = 60

  /// Lines of at most 80 columns, but for paths and names.
  func text(_ style: TerminalStyle) -> String {
    var lines = [style.heading(SafeText.escaped(sight.place.name)), SafeText.escaped(sight.place.path)]
    lines.append("looked at \(Moment(sight.moment).text) UTC")
    if sight.isChanging { lines.append(style.warning("it changes while it is looked at: numbers may be off by a few")) }
    lines.append("")
    let parts = [pending(style), claimed(style), deadLetters(style), quarantine, temporaries, lock, others(style)]
    lines += parts.flatMap { $0 }
    return lines.joined(separator: "\n") + "\n"
  }

  private func part(_ label: String, _ first: String, _ more: [String] = []) -> [String] {
    let padding = String(repeating: " ", count: Self.margin)
    return [label + padding.dropFirst(label.count) + first] + more.map { $0.isEmpty ? $0 : padding + $0 }
  }

  // MARK: Messages

  private func pending(_ style: TerminalStyle) -> [String] {
    let all = sight.pending
    guard let oldest = all.first?.enqueuedAt, let newest = all.last?.enqueuedAt else { return part("pending", "none") }
    var more = ["oldest  \(date(oldest))"]
    if all.count > 1 { more.append("newest  \(date(newest))") }
    if expired > 0 { more.append("\(expired.of("is", "are")) older than a day, the default lifetime") }
    more += table(all, style)
    return part("pending", total(all), more)
  }

  private func claimed(_ style: TerminalStyle) -> [String] {
    let all = sight.claimed
    guard !all.isEmpty else { return part("claimed", "none") }
    let abandoned = all.count { isAbandoned($0) }
    var first = total(all)
    if abandoned > 0 {
      first += "; " + style.warning("\(abandoned) abandoned: held for more than \(Age.text(settings.claimTimeout))")
    }
    let rows = listed(all).map { claim in
      let state = isAbandoned(claim) ? "abandoned" : ""
      return [id(claim), sight.age(of: claim).map(Age.text) ?? "?", attempts(claim), state]
    }
    let lines = Columns([["ID", "held for", "attempts", ""]] + rows, numeric: [1, 2]).lines
    return part(
      "claimed", first,
      with(details: listed(all), lines, style) { claim in
        if case .claimed(let name) = claim.meaning { ["token \(name.token.uuidString)"] } else { [] }
      } + rest(all))
  }

  private func deadLetters(_ style: TerminalStyle) -> [String] {
    let all = sight.deadLetters
    guard !all.isEmpty else { return part("dead letters", "none") }
    let groups = Self.groups(all.map(Self.reason)).map { "\($0.word) \($0.count)" }.joined(separator: ", ")
    let rows = listed(all).map { [id($0), age($0), attempts($0), Self.reason(of: $0)] }
    let lines = Columns([["ID", "age", "attempts", "why"]] + rows, numeric: [1, 2]).lines
    return part("dead letters", "\(total(all)): \(groups)", with(details: listed(all), lines, style) + rest(all))
  }

  private func table(_ all: [SeenEntry], _ style: TerminalStyle) -> [String] {
    guard settings.limit > 0 else { return [] }
    let rows = listed(all).map { [id($0), age($0), attempts($0), ByteCount.text($0.size)] }
    let lines = Columns([["ID, in order", "age", "attempts", "size"]] + rows, numeric: [1, 2, 3]).lines
    return with(details: listed(all), lines, style) + rest(all)
  }

  /// Puts what is told of each entry besides its row under the row.
  private func with(
    details entries: [SeenEntry], _ lines: [String], _ style: TerminalStyle,
    _ more: (SeenEntry) -> [String] = { _ in [] }
  ) -> [String] {
    guard settings.limit > 0 else { return [] }
    return [style.quiet(lines[0])]
      + zip(entries, lines.dropFirst()).flatMap { entry, line in
        var details = settings.isVerbose ? more(entry) + [entry.label] : []
        if settings.showsContents { details.append(content(of: entry)) }
        return [line] + details.map { style.quiet("  \($0)") }
      }
  }

  private func content(of entry: SeenEntry) -> String {
    guard let content = contents[entry.name] else { return "(no message can be read)" }
    let text = SafeText.printableJSON(content).replacing("\n", with: " ")
    return text.count > Self.longestContent ? text.prefix(Self.longestContent - 1) + "…" : text
  }

  private func rest(_ all: [SeenEntry]) -> [String] {
    let more = all.count - settings.limit
    return settings.limit > 0 && more > 0 ? ["and \(more) more (--limit)"] : []
  }

  private func total(_ all: [SeenEntry]) -> String {
    "\(all.count.of("message")), \(ByteCount.text(Self.bytes(of: all)))"
  }

  private func id(_ entry: SeenEntry) -> String { entry.message?.id.uuidString ?? "" }
  private func attempts(_ entry: SeenEntry) -> String { "\(entry.message?.attempts ?? 0)" }
  private func age(_ entry: SeenEntry) -> String { entry.enqueuedAt.map { Age.text(sight.moment - $0) } ?? "?" }

  private func date(_ seconds: Double) -> String {
    let age = sight.moment - seconds
    return "\(Moment(seconds).text)  \(Age.text(age))\(age > -1 ? " ago" : "")"
  }

  // MARK: The rest

  private var quarantine: [String] {
    let all = sight.quarantined
    guard !all.isEmpty else { return part("quarantine", "none") }
    let groups = Self.groups(all.map { $0.name.reason ?? "without a reason" })
    let rows = listed(all).map { entry, name in
      // Milliseconds since 1970 may be any number of 64 bits.
      let moment = Double(name.milliseconds) / 1000 - 978_307_200
      let size = entry.kind == .file ? ByteCount.text(entry.size) : entry.kind?.described ?? "?"
      return [Moment(moment).text, Age.text(sight.moment - moment), size, name.reason ?? "-"]
    }
    let lines = settings.limit > 0 ? Columns([["since", "age", "size", "why"]] + rows, numeric: [1, 2]).lines : []
    return part(
      "quarantine", "\(all.count.of("file")): \(groups.map { "\($0.word) \($0.count)" }.joined(separator: ", "))",
      (settings.isVerbose
        ? [lines[0]] + zip(listed(all), lines.dropFirst()).flatMap { [$1, "  \($0.entry.label)"] } : lines)
        + rest(all.map(\.entry)))
  }

  private var temporaries: [String] {
    let all = sight.allTemporaries
    let stale = all.count(where: sight.isStale)
    if let failure = sight.temporaries.failure { return part("temporaries", "unknown (\(failure.explanation))") }
    guard !all.isEmpty else { return part("temporaries", "none") }
    let states = [(all.count - stale, "in use or just left"), (stale, "stale, to be swept")]
    return part("temporaries", states.filter { $0.0 > 0 }.map { "\($0) \($1)" }.joined(separator: ", "))
  }

  private var lock: [String] {
    guard let entry = sight.lock.entry else { return part("lock", "no lock file yet") }
    guard entry.kind == .file else { return part("lock", "\(entry.kind?.described ?? "unknown"): see verify") }
    var states: [String] = []
    if let isHeld = sight.lock.isHeld {
      let holder = sight.lock.holder.map { " by process \($0)" } ?? ""
      states.append(isHeld ? "held\(holder)" : "not held")
    }
    if let generation = sight.lock.generation {
      states.append("generation \(generation.value)")
    } else {
      states.append(sight.lock.failure.map { "generation unknown (\($0.explanation))" } ?? "no generation yet")
    }
    return part("lock", states.joined(separator: ", "))
  }

  private func others(_ style: TerminalStyle) -> [String] {
    var lines: [String] = []
    if legacyNames > 0 {
      lines += part("release 0.1", legacyNames.of("message under a name", "messages under names") + " of release 0.1")
    }
    if !sight.foreign.isEmpty {
      let hint = settings.isVerbose ? "" : " (--verbose lists them)"
      lines += part(
        "foreign", "\(sight.foreign.count.of("entry", "entries")), none of the mailbox's business\(hint)",
        settings.isVerbose ? sight.foreign.map(\.label) : [])
    }
    if !outOfPlace.isEmpty {
      lines += part(
        "wrong",
        style.error(
          "\(outOfPlace.count.of("entry", "entries")) under a message's name"
            + " that can be none; see verify"), settings.isVerbose ? outOfPlace.map(\.label) : [])
    }
    let unreadable = sight.entries.count { $0.status == nil }
    if unreadable > 0 {
      lines += part("unknown", "\(unreadable.of("entry", "entries")) could not be looked at; see verify")
    }
    return lines
  }
}
