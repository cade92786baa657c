extension MailboxListing {
  /// The parts of a listing that are not the same in another, as text; none if the two are equal.
  func parts(unlike other: MailboxListing) -> [String] {
    zip(parts, other.parts).compactMap { own, other in own == other ? nil : own }
  }

  private var parts: [String] {
    [
      "pending \(pending)", "claimed \(claimed)", "dead letters \(deadLetters)", "quarantined \(quarantined)",
      "malformed \(malformed)", "foreign \(foreign.sorted())", "temporaries \(temporaries)",
    ]
  }
}

extension MailboxListing.Claim: CustomStringConvertible {
  var description: String { "\(name) stamped \(stamp)" }
}

extension MailboxListing.DeadLetter: CustomStringConvertible {
  var description: String { "\(reason) \(name)" }
}
