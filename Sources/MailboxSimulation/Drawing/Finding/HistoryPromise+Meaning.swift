extension HistoryPromise {
  /// The promise as a sentence, for somebody who sees it broken.
  package var meaning: String {
    switch self {
    case .nothingIsLost:
      "What an enqueue returned for is still there until it is acknowledged, removed, expired or evicted."
    case .nothingIsInvented: "Only what was enqueued is delivered."
    case .deliveredAsEnqueued: "A message is delivered with the payload and the date that it was enqueued with."
    case .oneHolder: "A message is in the hands of one consumer at a time."
    case .uniqueTokens: "Every claim has a token of its own, and only a claim gives one."
    case .endedClaimsAreFenced: "A claim that has ended settles nothing more."
    case .heldClaimsAreKept: "A claim ends only by its consumer, or when its lease runs out."
    case .attemptsAreCounted: "The attempts told are the deliveries that ended in neither acknowledge nor release."
    case .acknowledgedStaysGone: "What was acknowledged is not delivered again."
    case .expiredIsNotDelivered: "What is older than the lifetime is not delivered."
    case .validIsNotQuarantined: "A valid message is not quarantined."
    case .order: "Messages are delivered by date, then in the order of their insertion."
    case .bounds: "The mailbox never holds more than its bound, and takes a message as long as there is room."
    case .repeatedIdentifiers: "An identifier that is pending or claimed is not stored again; any other is."
    case .completeClaims: "A claim leaves nothing behind that it could have taken."
    case .deadLetters:
      "Only what cannot be delivered becomes a dead letter, and stays one until it is restored or removed."
    case .statistics: "Statistics describe the mailbox at one moment of the call."
    case .finalState: "What is there at the end is what the operations left."
    }
  }
}
