internal import Foundation

/// What messages are called in a picture, and which colours they have.
struct MessageNames {
  /// The messages whose ways are drawn, in the order of their colours.
  let shown: [UUID]
  /// Whether the picture is about attempts: then none at all is worth telling.
  let tellsNoAttempts: Bool
  private let tokens: [UUID: UUID]
  private let unknown: Set<UUID>
  private let given: Set<UUID>

  /// How many ways a person can follow.
  static let most = PictureStyle.messages.count

  init(_ finding: HistoryFinding, shown: [UUID]) {
    self.shown = shown
    tellsNoAttempts = finding.violations.first?.promise == .attemptsAreCounted
    tokens = HistorySubjects(finding.history).ofTokens
    unknown = finding.unknownIdentifiers
    given = finding.givenIdentifiers
  }

  /// The last digits of an identifier, which are what the judges call it.
  subscript(_ id: UUID?) -> String {
    guard let id, !unknown.contains(id) else { return "new" }
    return id.short
  }

  func message(ofToken token: UUID) -> UUID? { tokens[token] }

  func isShown(_ id: UUID?) -> Bool { id.map(shown.contains) ?? false }

  func isMadeByMailbox(_ id: UUID?) -> Bool { id.map { !given.contains($0) } ?? true }

  func colour(of id: UUID?) -> String? {
    guard let id, let place = shown.firstIndex(of: id) else { return nil }
    return PictureStyle.messages[place % PictureStyle.messages.count]
  }
}
