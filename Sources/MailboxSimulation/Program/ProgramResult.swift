internal import AppGroupMailbox
internal import Foundation

/// What the caller of an operation sees, from library and model in one form.
enum ProgramResult: Equatable {
  /// There was nothing to do it to.
  case skipped
  case done
  case identifiers([UUID])
  case claims([DeliveredMessage])
  case deadLetters([ListedDeadLetter])
  case statistics(ModelStatistics)
  case failed(ModelError)
  /// The library failed in a way that the model does not know.
  case unforeseen(String)

  init(_ error: AppGroupMailboxError) {
    switch error {
    case .mailboxFull: self = .failed(.mailboxFull)
    case .payloadTooLarge(let actual, let maximum):
      self = .failed(.payloadTooLarge(actual: actual, maximum: maximum))
    case .batchTooLarge(let actual, let maximum): self = .failed(.batchTooLarge(actual: actual, maximum: maximum))
    case .invalidDate: self = .failed(.invalidDate)
    case .invalidLimit: self = .failed(.invalidLimit)
    case .claimNoLongerExists: self = .failed(.claimNoLongerExists)
    case .duplicateMessage: self = .failed(.duplicateMessage)
    case .deadLettersFull: self = .failed(.deadLettersFull)
    case .decodingFailure: self = .failed(.decodingFailure)
    case .deadLetterNoLongerExists: self = .failed(.deadLetterNoLongerExists)
    default: self = .unforeseen("\(error)")
    }
  }
}

extension ProgramResult {
  /// In a few words, without what was returned.
  var kind: String {
    switch self {
    case .failed(let error): "failed \(kindOfCase(error))"
    case .claims(let claims): "claims \(min(claims.count, 2))"
    case .deadLetters(let letters): "deadLetters \(min(letters.count, 2))"
    default: kindOfCase(self)
    }
  }
}

extension ProgramOperation {
  var kind: String { kindOfCase(self) }
}

/// The name of an enumeration's case, without what it carries.
func kindOfCase(_ value: some Any) -> String {
  Mirror(reflecting: value).children.first?.label ?? "\(value)"
}

/// A claimed message as its consumer sees it.
struct DeliveredMessage: Equatable {
  var id: UUID
  var date: Double
  var attempts: Int
  /// JSON text.
  var payload: String
}

/// A dead letter as a list gives it.
struct ListedDeadLetter: Hashable {
  var id: UUID
  var date: Double
  var attempts: Int
  var reason: String
  /// JSON text, where the message decodes.
  var payload: String?

  /// An order that both sides can be brought into; SPEC.md gives a list none of its own.
  static func precedes(_ first: ListedDeadLetter, _ second: ListedDeadLetter) -> Bool {
    let (one, other) = (first.text, second.text)
    return (first.date, one, first.payload ?? "") < (second.date, other, second.payload ?? "")
  }

  private var text: String { "\(id) \(attempts) \(reason) \(payload == nil)" }
}
