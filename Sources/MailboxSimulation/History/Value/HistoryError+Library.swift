package import AppGroupMailbox

extension HistoryError {
  /// The code of the library's error.
  package init(_ error: AppGroupMailboxError) {
    self =
      switch error {
      case .mailboxFull: .mailboxFull
      case .payloadTooLarge: .payloadTooLarge
      case .batchTooLarge: .batchTooLarge
      case .invalidDate: .invalidDate
      case .invalidLimit: .invalidLimit
      case .encodingFailure: .encodingFailure
      case .claimNoLongerExists: .claimNoLongerExists
      case .duplicateMessage: .duplicateMessage
      case .deadLettersFull: .deadLettersFull
      case .deadLetterNoLongerExists: .deadLetterNoLongerExists
      case .decodingFailure: .decodingFailure
      case .busy: .busy
      case .notDurable: .notDurable
      case .ioFailure: .ioFailure
      case .unsafeFile: .unsafeFile
      case .containerUnavailable: .containerUnavailable
      case .invalidNamespace: .invalidNamespace
      }
  }
}
