internal import AppGroupMailbox

extension HistoryDurability {
  /// The library's.
  var ofLibrary: MailboxDurability {
    switch self {
    case .processCrash: .processCrash
    case .ordered: .ordered
    case .powerLoss: .powerLoss
    }
  }
}
