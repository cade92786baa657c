import AppGroupMailbox
import ConformanceKit
import Foundation

/// Restores or removes dead letters, through the library's own store: what is restored is not decoded, and stays byte for byte but for its date.
struct DeadLetterWork {
  enum Action: String {
    case restore, remove

    var done: String { self == .restore ? "restored" : "removed" }
  }

  /// What became of one.
  struct Outcome: Equatable {
    var id: String
    var reason: String?
    /// `nil` if it was done.
    var failure: String?

    func line(_ action: Action) -> String {
      let why = reason.map { " (\($0))" } ?? ""
      return failure.map { "failed    \(id)\(why): \($0)" } ?? "\(action.done)  \(id)\(why)"
    }

    func json(_ action: Action) -> JSON {
      .object([
        "id": .string(id), "reason": reason.map(JSON.string) ?? .null,
        "outcome": .string(failure == nil ? action.done : "failed"), "failure": failure.map(JSON.string) ?? .null,
      ])
    }
  }

  private let store: MailboxStore

  /// - Parameters:
  ///   - maxMessages: The bound that restoring keeps to.
  ///   - notificationName: What restoring posts, where there is such a thing.
  /// - Throws: ``PlaceProblem`` or `AppGroupMailboxError`.
  init(_ place: MailboxPlace, maxMessages: Int, notificationName: String?) throws {
    guard let location = place.location else { throw PlaceProblem.noContainer(place.path) }
    // Nothing but what was asked for: what this mailbox's own participants have as limits is not known here.
    let limits = MailboxLimits(
      maxMessages: maxMessages, maxPayloadBytes: Envelope.maximumBytes, messageLifetime: .infinity,
      claimTimeout: .infinity, maxQuarantinedFiles: .max, maxAttempts: nil, maxDeadLetters: .max, lockTimeout: 5)
    // Opening would make a mailbox where there is none.
    _ = try place.open(POSIXFileSystem())
    store = try MailboxStore(
      location: location, limits: limits, policy: .rejectNewest, durability: .powerLoss,
      notificationName: notificationName, environment: .system, diagnostic: nil)
  }

  /// Does it to all, or to those that are named by id or by the file's name.
  func perform(_ action: Action, on names: [String]?) throws(AppGroupMailboxError) -> [Outcome] {
    let letters = try store.deadLetters().map(\.name)
    guard let names else { return letters.map { perform(action, on: $0) } }
    return names.map { name in
      let found = letters.filter { Self.matches($0, name) }
      let label = SafeText.escaped(name)
      guard let letter = found.first else { return Outcome(id: label, failure: "there is no such dead letter") }
      guard found.count == 1 else {
        let files = found.map(\.fileName.text).joined(separator: ", ")
        return Outcome(
          id: label, failure: "\(found.count) dead letters have this id; give a file's name instead: \(files)")
      }
      return perform(action, on: letter)
    }
  }

  private static func matches(_ letter: DeadLetterName, _ name: String) -> Bool {
    letter.message.id.uuidString == name.uppercased() || letter.fileName == FileName(name)
  }

  private func perform(_ action: Action, on letter: DeadLetterName) -> Outcome {
    var outcome = Outcome(id: letter.message.id.uuidString, reason: letter.reason.rawValue)
    do throws(AppGroupMailboxError) {
      switch action {
      case .restore: try store.restore(letter)
      case .remove: try store.remove(letter)
      }
    } catch {
      outcome.failure = Self.explanation(of: error)
    }
    return outcome
  }

  static func explanation(of error: AppGroupMailboxError) -> String {
    switch error {
    case .ioFailure(let call, let code): SystemError(call: call, code: code).explanation
    case .mailboxFull: "the mailbox is full; if it may hold more, say so with --max-messages"
    default: error.description
    }
  }
}
