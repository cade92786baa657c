import AppGroupMailbox
import Foundation

extension AdapterSession {
  // MARK: Opening

  func open(_ body: RequestBody.Open) throws -> JSONValue {
    let diagnostics = StateLock<[MailboxDiagnostic]>([])
    let mailbox: any OpenMailbox =
      switch body.consumer ?? "json" {
      case "json": TypedMailbox<AnyMessage>(try open(body, diagnostics))
      case "string": TypedMailbox<StringMessage>(try open(body, diagnostics))
      case let unknown: throw InvalidRequest("there is no consumer '\(unknown)'")
      }
    mailboxes.append(OpenedMailbox(mailbox: mailbox, diagnostics: diagnostics))
    return ["mailbox": JSONValue(mailboxes.count - 1)]
  }

  private func open<Message: AdapterMessage>(
    _ body: RequestBody.Open, _ diagnostics: StateLock<[MailboxDiagnostic]>
  ) throws -> AppGroupMailbox<Message> {
    let base = URL(fileURLWithPath: root, isDirectory: true)
    return try AppGroupMailbox(
      containerPath: URL(fileURLWithPath: body.container, relativeTo: base).path, namespace: body.namespace,
      limits: body.limits?.value ?? MailboxLimits(), overflowPolicy: try MailboxOverflowPolicy(onWire: body.policy),
      durability: try MailboxDurability(onWire: body.durability),
      environment: environment,
      diagnostic: { diagnostic in diagnostics.withLock { $0.append(diagnostic) } })
  }

  private func opened(_ number: Int?) throws -> OpenedMailbox {
    let number = number ?? mailboxes.count - 1
    guard mailboxes.indices.contains(number) else { throw InvalidRequest("no such mailbox was opened") }
    return mailboxes[number]
  }

  // MARK: Enqueue

  func enqueue(_ body: RequestBody.Enqueue) throws -> JSONValue {
    // A date comes with an identifier.
    let given = body.id ?? body.enqueuedAt.map { _ in environment.identifiers.makeIdentifier() }
    let id = try opened(body.mailbox).mailbox.enqueue(
      body.message, id: given, enqueuedAt: body.enqueuedAt.map(Date.init(timeIntervalSinceReferenceDate:)))
    return ["id": .string(id.uuidString)]
  }

  func enqueueBatch(_ body: RequestBody.EnqueueBatch) throws -> JSONValue {
    let messages = body.messages.map { (id: $0.id ?? environment.identifiers.makeIdentifier(), message: $0.message) }
    let ids = try opened(body.mailbox).mailbox.enqueue(contentsOf: messages)
    return ["ids": .array(ids.map { .string($0.uuidString) })]
  }

  // MARK: Claims

  func claim(_ body: RequestBody.Claim) throws -> JSONValue {
    let new = try opened(body.mailbox).mailbox.claim(limit: body.limit)
    let first = claims.count
    claims += new
    return [
      "claims": .array(
        new.enumerated().map { offset, claim in
          [
            "claim": JSONValue(first + offset), "token": .string(claim.token.uuidString),
            "id": .string(claim.id.uuidString), "message": claim.message,
            "enqueuedAt": .number(claim.enqueuedAt.timeIntervalSinceReferenceDate),
            "attempts": JSONValue(claim.attempts),
          ]
        })
    ]
  }

  func settle(_ body: RequestBody.HeldClaim, _ action: KeyPath<HeldClaim, HeldClaim.Action>) throws -> JSONValue {
    guard claims.indices.contains(body.claim) else { throw InvalidRequest("no such claim was returned") }
    try claims[body.claim][keyPath: action]()
    return [:]
  }

  // MARK: Upkeep

  func set(clock body: RequestBody.Clock) throws -> JSONValue {
    guard body.now.isFinite else { throw InvalidRequest("a clock shows a finite time") }
    clock.stand(at: Date(timeIntervalSinceReferenceDate: body.now))
    return [:]
  }

  func maintain(_ body: RequestBody.Mailbox) throws -> JSONValue {
    try opened(body.mailbox).mailbox.maintain()
    return [:]
  }

  func deadLetters(_ body: RequestBody.Mailbox) throws -> JSONValue {
    let new = try opened(body.mailbox).mailbox.deadLetters()
    let first = letters.count
    letters += new
    return [
      "letters": .array(
        new.enumerated().map { offset, letter in
          var members: [String: JSONValue] = [
            "letter": JSONValue(first + offset), "id": .string(letter.id.uuidString),
            "enqueuedAt": .number(letter.enqueuedAt.timeIntervalSinceReferenceDate),
            "attempts": JSONValue(letter.attempts), "reason": .string(letter.reason),
          ]
          members["message"] = letter.message
          return .object(members)
        })
    ]
  }

  func settle(_ body: RequestBody.Letter, _ action: KeyPath<ListedLetter, HeldClaim.Action>) throws -> JSONValue {
    guard letters.indices.contains(body.letter) else { throw InvalidRequest("no such dead letter was listed") }
    try letters[body.letter][keyPath: action]()
    return [:]
  }

  func statistics(_ body: RequestBody.Mailbox) throws -> JSONValue {
    let statistics = try opened(body.mailbox).mailbox.statistics()
    return [
      "pending": JSONValue(statistics.pending), "claimed": JSONValue(statistics.claimed),
      "deadLetters": JSONValue(statistics.deadLetters),
      "quarantined": JSONValue(statistics.quarantined), "bytes": JSONValue(statistics.bytes),
      "oldestPending": statistics.oldestPending.map { .number($0.timeIntervalSinceReferenceDate) } ?? .null,
    ]
  }

  func diagnostics(_ body: RequestBody.Mailbox) throws -> JSONValue {
    let events = try opened(body.mailbox).diagnostics.withLock { diagnostics in
      defer { diagnostics = [] }
      return diagnostics
    }
    return ["diagnostics": .array(events.map(\.onWire))]
  }
}
