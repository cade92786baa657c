import MailboxAdapter

extension RaceHistory {
  /// Where delivery and acknowledgement were not as promised, when some helpers were killed.
  ///
  /// - Parameter dead: The helpers that were killed; what the others claimed was never taken from them.
  /// - Returns: A sentence for each.
  func deliveryViolations(dead: Set<Int> = []) -> [String] {
    let stored = returned(.enqueue)
    let possiblyStored = unknown(.enqueue)
    let claims = returned(.claim)
    let releases = returned(.release)
    let acknowledged = returned(.acknowledge)
    let possiblyAcknowledged = unknown(.acknowledge)
    var violations: [String] = []

    for message in stored.keys where acknowledged[message] == nil && possiblyAcknowledged[message] == nil {
      violations.append("\(message) was lost")
    }
    for (message, deliveries) in claims {
      if stored[message] == nil && possiblyStored[message] == nil { violations.append("\(message) was never enqueued") }
      // Each delivery but one ended in a release or in the death of its consumer.
      let unexplained = deliveries.count { !dead.contains($0.helper) } - (releases[message]?.count ?? 0)
      if unexplained > 1 { violations.append("\(message) was delivered \(deliveries.count) times") }
      if let end = acknowledged[message]?.first?.ended, deliveries.contains(where: { $0.began > end }) {
        violations.append("\(message) was delivered after it was acknowledged")
      }
    }
    for (message, acknowledgements) in acknowledged where acknowledgements.count > 1 {
      violations.append("\(message) was acknowledged twice")
    }
    for failure in failures(.acknowledge, "claimNoLongerExists") + failures(.release, "claimNoLongerExists") {
      violations.append("\(failure.messages) was taken from consumer \(failure.helper)")
    }
    return violations
  }
}
