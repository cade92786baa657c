import AppGroupMailbox

extension MailboxOverflowPolicy {
  /// The policy of a name; the default where there is none.
  package init(onWire name: String?) throws {
    switch name {
    case nil, "rejectNewest": self = .rejectNewest
    case "discardOldest": self = .discardOldest
    case let unknown?: throw InvalidRequest("there is no policy '\(unknown)'")
    }
  }
}

extension MailboxDurability {
  /// The durability of a name; the default where there is none.
  package init(onWire name: String?) throws {
    switch name {
    case nil, "powerLoss": self = .powerLoss
    case "ordered": self = .ordered
    case "processCrash": self = .processCrash
    case let unknown?: throw InvalidRequest("there is no durability '\(unknown)'")
    }
  }
}
