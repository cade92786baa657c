internal import Foundation

/// Which messages each operation of a history is about.
struct HistorySubjects {
  /// By operation; a token that no claim gave stands for itself.
  let ofOperations: [Set<UUID>]
  /// The messages in the order in which they are first mentioned.
  let messages: [UUID]
  /// The message of each token.
  let ofTokens: [UUID: UUID]

  init(_ history: MailboxHistory) {
    let planted = history.planted + history.events.compactMap(\.plantedFile)
    var drained: [HistoryClaim] = []
    var listed: [HistoryListing.Name] = []
    switch history.ending {
    case .drained(_, _, let claims)?: drained = claims
    case .listing(let names)?: listed = names.pending + names.claimed + names.deadLetters
    case nil: break
    }
    var tokens: [UUID: UUID] = [:]
    for claim in history.operations.flatMap({ $0.outcome?.claims ?? [] }) + drained {
      tokens[claim.token] = tokens[claim.token] ?? claim.id
    }
    for file in planted {
      if case .claimed(let token, _) = file.place { tokens[token] = tokens[token] ?? file.id }
    }
    ofTokens = tokens
    ofOperations = history.operations.map {
      Set($0.mentionedMessages + ($0.call.token.map { [tokens[$0] ?? $0] } ?? []))
    }
    var seen: Set<UUID> = []
    let all =
      planted.map(\.id) + history.operations.flatMap(\.mentionedMessages) + drained.map(\.id) + listed.map(\.id)
    messages = all.filter { seen.insert($0).inserted }
  }
}

extension HistoryOperation {
  /// The messages that its call or its outcome names.
  fileprivate var mentionedMessages: [UUID] {
    var ids = call.messages.compactMap(\.id)
    switch call {
    case .restore(let id, _), .removeDeadLetter(let id, _): ids.append(id)
    default: break
    }
    switch outcome {
    case .claims(let claims)?: ids += claims.map(\.id)
    case .deadLetters(let letters)?: ids += letters.map(\.id)
    case .identifiers(let identifiers)?: ids += identifiers
    default: break
    }
    return ids
  }
}

extension HistoryEvent {
  var plantedFile: HistoryPlanted? { if case .planted(let file) = kind { file } else { nil } }
}
