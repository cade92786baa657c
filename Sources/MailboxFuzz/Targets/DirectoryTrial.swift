import AdapterKit
import AppGroupMailbox
import ConformanceKit
import Foundation
import MailboxSimulation

/// One run of ``DirectoryTarget``: a directory, some operations, and a judge that looks after each.
final class DirectoryTrial {
  private static let beginning = 800_000_000.0
  private static let claimTimeout = 600.0

  private let scratch: ScratchDirectory
  private let workspace: Workspace
  private let adapter: InProcessAdapter
  private var bindings: Bindings
  private var bounds = Bounds()
  private var silence: SilenceJudge
  private let limits: JSON
  private var account = DirectoryAccount()
  /// Claims in hand, with the time at which they were taken.
  private var claims: [(handle: Int, id: String, time: Double)] = []
  private var letters: [Int] = []
  private var enqueued: UInt64 = 20
  /// Whether the mailbox may refuse to be one, because of what stands in the lock file's place.
  private var mayRefuse = false
  private var isRefused = false
  /// Whether a file may be closed to this user.
  private var mayBeClosed = false
  private(set) var story: [String] = []
  private(set) var reached: Set<String> = []

  init(drawnFrom tape: ChoiceTape) throws {
    scratch = try ScratchDirectory()
    // Links in its path would look like changes.
    let base = URL(fileURLWithPath: scratch.path).resolvingSymlinksInPath().path
    workspace = try Workspace(base: "\(base)/case")
    bindings = Bindings(beginning: Self.beginning, maxPayloadBytes: 2_000)
    silence = SilenceJudge(folder: base)
    limits = [
      "maxMessages": JSON(tape.pick(from: [12, 3, 1])), "maxPayloadBytes": 2_000,
      "claimTimeout": JSON(Self.claimTimeout),
      "maxQuarantinedFiles": JSON(tape.pick(from: [20, 2, 0])), "maxAttempts": tape.pick(from: [5, 1, .null]),
    ]
    let session = AdapterSession(MailboxEnvironment(identifiers: SeededIdentifiers(seed: 1)))
    adapter = try InProcessAdapter { session.answer(to: $0) }
    let entries = (0..<tape.choose(below: 7)).map { _ in
      tape.beginPart()
      return HostileEntry(drawnFrom: tape)
    }
    try plant(entries)
  }

  deinit { FolderRemover.remove(workspace.base) }

  private func plant(_ entries: [HostileEntry]) throws {
    try workspace.set(up: [], bindings)
    // What the folder of temporaries is decides whether anything can be in it.
    let hasTemporaries = entries.contains { $0.entry["name"]?["temporary"] != nil }
    for hostile in entries where !(hasTemporaries && hostile.entry["name"]?.string == ".tmp") {
      do {
        try workspace.plant(CaseEntry(hostile.entry), bindings)
      } catch let failure as PlantingFailed where failure.code == EEXIST {
        // Its name is taken.
        continue
      }
      story.append("there is \(hostile.entry)")
      reached.insert("there is a \(hostile.kind)")
      account.add(hostile)
      if hostile.entry["name"]?.string == ".mailbox.lock" { mayRefuse = true }
      if hostile.entry["mode"] != nil { mayBeClosed = geteuid() != 0 }
    }
    workspace.remember()
    silence.keep(names: workspace.planted.keys)
    for content in workspace.plantedContents.values { silence.keep(content: content) }
  }

  // MARK: Operations

  /// - Returns: What went wrong, or `nil`.
  func run(_ tape: ChoiceTape) throws -> String? {
    bounds.admit(limits)
    guard case .ok = try adapter.call("clock", ["now": JSON(bindings.now)]) else { return "the clock cannot be set" }
    let before = workspace.everything
    var failure = try perform(
      "open",
      ["container": .string(workspace.container), "namespace": "inbox", "limits": limits, "durability": "processCrash"])
    if isRefused {
      return failure ?? workspace.everything.changes(since: before).first.map { "refused, it changed \($0) (SEC-2)" }
    }
    for _ in 0..<tape.choose(below: 9) where failure == nil {
      tape.beginPart()
      failure = try step(tape)
    }
    return try failure ?? end()
  }

  private func step(_ tape: ChoiceTape) throws -> String? {
    switch tape.choose(below: 12) {
    case 0..<3:
      enqueued += 1
      let id = Bindings.identifier(enqueued)
      return try perform("enqueue", ["id": .string(id), "message": "confidential"])
    case 3: return try perform("claim", ["limit": JSON(1 + tape.choose(below: 2))])
    case 4: return try perform("claim", [:])
    case 5: return try perform("maintain", [:])
    case 6: return try perform("statistics", [:])
    case 7: return try advance(by: tape.pick(from: [100, 700, 4_000]))
    case 8, 9:
      guard !claims.isEmpty else { return nil }
      let claim = claims[tape.choose(below: claims.count)]
      return try perform(
        tape.pick(from: ["acknowledge", "release", "extend", "reject"]), ["claim": JSON(claim.handle)])
    case 10: return try perform("deadLetters", [:])
    default:
      guard !letters.isEmpty else { return nil }
      let letter = letters.remove(at: tape.choose(below: letters.count))
      return try perform(tape.pick(from: ["restore", "remove"]), ["letter": JSON(letter)])
    }
  }

  private func advance(by seconds: Double) throws -> String? {
    bindings.now += seconds
    story.append("\(seconds) s go by")
    if case .ok = try adapter.call("clock", ["now": JSON(bindings.now)]) { return nil }
    return "the clock cannot be set"
  }

  private func perform(_ operation: String, _ arguments: JSON) throws -> String? {
    let reply = try adapter.call(operation, arguments)
    // The folder is another one in each run.
    story.append("\(operation) \(arguments) → \(reply)".replacing(workspace.base, with: "…"))
    let state = workspace.state
    silence.keep(names: state.entries.map(\.name))
    var problems = Judge(workspace, bindings).problems(in: state, bounds: bounds)
    if workspace.isLocked { problems.append("the lock is still held (LCK-4)") }
    switch reply {
    case .ok(let value):
      reached.insert("\(operation), \(value["claims"]?.elements?.count ?? 0) claims")
      note(value, of: operation, arguments)
    case .error(let code, let details):
      reached.insert("\(operation), \(code)")
      problems += silence.complaints(about: details, "the error")
      if !isPermitted(code, of: operation, arguments) { problems.append("\(operation) must not fail with \(code)") }
    case .unsupported: problems.append("\(operation) is unsupported")
    }
    return problems.first
  }

  private func note(_ value: JSON, of operation: String, _ arguments: JSON) {
    switch operation {
    case "enqueue": account.add(value["id"]?.string)
    case "claim":
      for claim in value["claims"]?.elements ?? [] {
        guard let handle = claim["claim"]?.integer, let id = claim["id"]?.string else { continue }
        claims.append((handle, id, bindings.now))
      }
    case "acknowledge", "release", "reject":
      guard let place = claims.firstIndex(where: { $0.handle == arguments["claim"]?.integer }) else { return }
      let claim = claims.remove(at: place)
      if operation == "acknowledge" { account.settle(claim.id) }
    case "extend":
      guard let place = claims.firstIndex(where: { $0.handle == arguments["claim"]?.integer }) else { return }
      claims[place].time = bindings.now
    case "deadLetters": letters = value["letters"]?.elements?.compactMap { $0["letter"]?.integer } ?? []
    case "remove": account.forgetAll()
    default: break
    }
  }

  private func isPermitted(_ code: String, of operation: String, _ arguments: JSON) -> Bool {
    if mayRefuse, ["unsafeFile", "ioFailure"].contains(code) {
      isRefused = true
      return true
    }
    if mayBeClosed, code == "ioFailure" { return true }
    switch operation {
    case "enqueue": return code == "mailboxFull"
    case "acknowledge", "release", "extend", "reject":
      let claim = claims.first { $0.handle == arguments["claim"]?.integer }
      return code == "claimNoLongerExists" && bindings.now - (claim?.time ?? 0) > Self.claimTimeout
    case "restore":
      return ["mailboxFull", "duplicateMessage", "decodingFailure", "payloadTooLarge", "deadLetterNoLongerExists"]
        .contains(code)
    case "remove": return code == "deadLetterNoLongerExists"
    default: return false
    }
  }

  // MARK: The end

  /// Everything valid can be taken, nothing foreign was touched, and then nothing is left to do.
  private func end() throws -> String? {
    if let failure = try advance(by: Self.claimTimeout + 100) { return failure }
    for _ in 0..<100 {
      claims = []
      if let failure = try perform("claim", [:]) { return failure }
      if claims.isEmpty { break }
      for claim in claims {
        if let failure = try perform("acknowledge", ["claim": JSON(claim.handle)]) { return failure }
      }
    }
    if let failure = try perform("maintain", [:]) { return failure }
    let settled = workspace.state
    if let failure = try perform("maintain", [:]) { return failure }
    if workspace.state.lines != settled.lines { return "a second maintenance finds something to do" }
    let diagnostics = try adapter.call("diagnostics", [:])
    return account.missing(in: settled) ?? foreignFailure(in: settled) ?? silenceFailure(diagnostics)
  }

  private func foreignFailure(in state: DirectoryState) -> String? {
    for (name, entry) in workspace.planted where MailboxName(name) == .foreign && !name.contains(0x2F) {
      guard let found = state.entries.first(where: { $0.name == name }), found.inode == entry.inode else {
        return "a foreign file is gone (LAY-16)"
      }
      if found.mode != entry.mode || found.content != entry.content { return "a foreign file was changed (LAY-16)" }
    }
    return nil
  }

  private func silenceFailure(_ reply: AdapterReply) -> String? {
    guard case .ok(let value) = reply else { return "there are no diagnostics" }
    return value["diagnostics"]?.elements?.flatMap { silence.complaints(about: $0, "the diagnostic") }.first
  }
}
