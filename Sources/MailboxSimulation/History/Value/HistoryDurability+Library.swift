package import AppGroupMailbox

extension HistoryDurability {
  /// The library's.
  var ofLibrary: MailboxDurability {
    switch self {
    case .processCrash: .processCrash
    case .ordered: .ordered
    case .powerLoss: .powerLoss
    }
  }

  /// The same as the library's.
  package init(_ durability: MailboxDurability) {
    self =
      switch durability {
      case .processCrash: .processCrash
      case .ordered: .ordered
      case .powerLoss: .powerLoss
      }
  }
}
