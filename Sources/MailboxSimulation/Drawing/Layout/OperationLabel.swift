internal import Foundation

/// What is written into an operation's box.
struct OperationLabel {
  struct Line {
    var text: String
    var style: String
    /// The message that the line is about.
    var message: UUID?
  }

  /// The class of its colour.
  let kind: String
  private(set) var lines: [Line] = []
  private let names: MessageNames

  /// How many columns a line has.
  static let columns = 30
  private static let mostLines = 5

  init(_ operation: HistoryOperation, _ names: MessageNames, isOutcomeLeftOut: Bool) {
    self.names = names
    kind = operation.call.colour
    addCall(operation.call)
    if let outcome = operation.outcome {
      addOutcome(outcome, of: operation.call)
    } else {
      add(isOutcomeLeftOut ? "· whatever it returned" : "? nobody knows its outcome", "faint")
    }
    if operation.hasFaults { add("with system calls failing", "faint") }
  }

  private mutating func add(_ text: String, _ style: String = "", _ message: UUID? = nil) {
    // The first line leaves room for the operation's number.
    let columns = lines.isEmpty ? Self.columns - 7 : Self.columns
    lines.append(Line(text: PictureText.fitting(text, columns: columns), style: style, message: message))
  }

  private mutating func addCall(_ call: HistoryCall) {
    switch call {
    case .enqueue(let message, let date):
      add("enqueue \(names[message.id]) \(message.payload)", "call", message.id)
      if let date { add("dated \(date)", "faint") }
    case .batch(let messages):
      add("enqueue \(messages.count) together", "call")
      addSome(messages.map { ("\(names[$0.id]) \($0.payload)", $0.id) })
    case .claim(let limit): add("claim " + (limit.map { "at most \($0)" } ?? "all"), "call")
    case .acknowledge(let token): addSettling("acknowledge", token)
    case .release(let token): addSettling("release", token)
    case .extend(let token): addSettling("extend", token)
    case .reject(let token): addSettling("reject", token)
    case .restore(let id, let reason): addLetter("restore", id, reason)
    case .removeDeadLetter(let id, let reason): addLetter("remove", id, reason)
    case .maintain: add("maintain", "call")
    case .deadLetters: add("list dead letters", "call")
    case .statistics: add("statistics", "call")
    }
  }

  private mutating func addSettling(_ verb: String, _ token: UUID) {
    let id = names.message(ofToken: token)
    add("\(verb) \(id.map { names[$0] } ?? "")", "call", id)
    add("  claim \(token.short)", "faint")
  }

  private mutating func addLetter(_ verb: String, _ id: UUID, _ reason: String) {
    add("\(verb) \(names[id])", "call", id)
    add("  dead letter: \(reason)", "faint")
  }

  private mutating func addOutcome(_ outcome: HistoryOutcome, of call: HistoryCall) {
    switch outcome {
    case .done: add("→ done")
    case .identifiers(let ids):
      // Only an identifier that the mailbox made is news.
      let isNew = call.messages.contains { names.isMadeByMailbox($0.id) }
      add(isNew ? "→ as \(ids.map { names[$0] }.joined(separator: ", "))" : "→ done")
    case .claims(let claims):
      if claims.isEmpty { add("→ nothing") }
      addSome(
        claims.map { claim in
          // An attempt that failed before is rare, and worth more than the end of the token.
          let isQuiet = claim.attempts == 0 && !names.tellsNoAttempts
          let attempts = isQuiet ? "as claim" : "attempts \(claim.attempts),"
          return ("→ \(names[claim.id]) \(attempts) \(claim.token.short)", claim.id)
        })
    case .deadLetters(let letters):
      if letters.isEmpty { add("→ none") }
      addSome(letters.map { ("→ \(names[$0.id]) \($0.reason)", $0.id) })
    case .statistics(let counts):
      add("→ \(counts.pending) pending, \(counts.claimed) claimed")
      add("  \(counts.deadLetters) dead, \(counts.quarantined) quarantined")
    case .failed(let error): add("✗ \(error.rawValue)", "failure")
    }
  }

  /// The first few, those that the picture is about before others.
  private mutating func addSome(_ written: [(text: String, message: UUID?)]) {
    let sorted = written.filter { names.isShown($0.message) } + written.filter { !names.isShown($0.message) }
    for (text, id) in sorted.prefix(Self.mostLines) { add(text, "", id) }
    if sorted.count > Self.mostLines { add("  and \(sorted.count - Self.mostLines) more", "faint") }
  }
}

extension HistoryCall {
  /// What is drawn in one colour.
  fileprivate var colour: String {
    switch self {
    case .enqueue, .batch: "enqueue"
    case .claim: "claim"
    case .acknowledge: "acknowledge"
    case .release: "release"
    case .extend: "extend"
    case .reject: "reject"
    case .restore, .removeDeadLetter, .deadLetters: "letters"
    case .maintain, .statistics: "other"
    }
  }
}
