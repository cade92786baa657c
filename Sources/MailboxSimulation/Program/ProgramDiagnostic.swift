internal import AppGroupMailbox

/// A diagnostic of library or model in one form, by its name.
struct ProgramDiagnostic: Hashable, Comparable, CustomStringConvertible {
  let description: String

  init(_ diagnostic: ModelDiagnostic) {
    description = "\(diagnostic)"
  }

  init(_ diagnostic: MailboxDiagnostic) {
    let same: ModelDiagnostic? =
      switch diagnostic {
      case .expiredMessageRemoved: .expired
      case .abandonedClaimRecovered: .recovered
      case .oldestMessageDiscarded: .discarded
      case .repeatedMessageIgnored: .repeated
      case .malformedMessageQuarantined: .malformedQuarantined
      case .messageDeadLettered(let reason): ModelReason(rawValue: reason.rawValue).map { .deadLettered($0) }
      case .deadLettersFull: .deadLettersFull
      case .newerFormatSkipped: .newerFormatSkipped
      case .unsafeFileQuarantined, .fileSkipped, .cleanupFailed: nil
      }
    description = same.map { "\($0)" } ?? "\(diagnostic)"
  }

  static func < (first: ProgramDiagnostic, second: ProgramDiagnostic) -> Bool {
    first.description < second.description
  }
}
