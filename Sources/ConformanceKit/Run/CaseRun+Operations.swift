extension CaseRun {
  /// Has an actor do something.
  ///
  /// - Returns: What it came to, or the opening before it if that failed; and who did it.
  func perform(_ operation: CaseOperation) throws -> (AdapterReply, Seat) {
    if operation.name == "open" {
      let seat = Seat(actor: operation.actor, adapter: participants.next(for: operation.actor))
      let reply = try open(seat, operation.arguments)
      if case .ok = reply {
        // Whatever other adapters opened for this actor was another mailbox.
        opened = opened.filter { $0.key.actor != seat.actor || $0.key == seat }
        openings[seat.actor] = operation.arguments
      }
      return (reply, seat)
    }
    var arguments: [String: JSON] = [:]
    let handle = try ["claim", "letter"].lazy.compactMap { name in
      try operation.arguments[name].map { (name, try self.handle($0.string())) }
    }.first
    if let handle { arguments[handle.0] = JSON(handle.1.number) }
    let seat = Seat(
      actor: operation.actor, adapter: handle?.1.adapter ?? participants.next(for: operation.actor))
    if opened[seat] == nil {
      let reply = try open(seat, openings[seat.actor] ?? [:])
      guard case .ok = reply else { return (reply, seat) }
    }
    if arguments.isEmpty { arguments["mailbox"] = JSON(opened[seat]!.number) }
    arguments.merge(try self.arguments(of: operation)) { $1 }
    return (try participants.call(seat.adapter, operation.name, .object(arguments)), seat)
  }

  private func arguments(of operation: CaseOperation) throws -> [String: JSON] {
    var arguments: [String: JSON] = [:]
    if operation.name == "enqueue" { arguments["message"] = message(operation.arguments["message"]?.value) }
    if let id = try operation.arguments["id"]?.string() { arguments["id"] = try identifier(id) }
    if let date = try operation.arguments["date"].flatMap({ try CaseDate($0).seconds(from: judge.bindings.beginning) })
    {
      arguments["enqueuedAt"] = JSON(date)
    }
    if let limit = operation.arguments["limit"] { arguments["limit"] = limit.value }
    if let messages = try operation.arguments["messages"]?.elements() {
      arguments["messages"] = .array(
        try messages.map { message in
          var item: [String: JSON] = ["message": self.message(message.value["message"])]
          if let id = message.value["id"]?.string { item["id"] = try identifier(id) }
          return .object(item)
        })
    }
    return arguments
  }

  private func message(_ value: JSON?) -> JSON {
    let message = value ?? "x"
    keepSecret(message)
    return message
  }

  private func identifier(_ text: String) throws -> JSON {
    guard let id = try judge.bindings.identifier(text) else { throw UnboundName(description: "* is no identifier") }
    return .string(id)
  }

  private func handle(_ name: String) throws -> ReplyJudge.Handle {
    guard let handle = judge.handles[name.hasPrefix("$") ? String(name.dropFirst()) : name] else {
      throw UnboundName(description: "\(name) is not named by any step before")
    }
    return handle
  }

  private func open(_ seat: Seat, _ others: [String: FixtureReading]) throws -> AdapterReply {
    let actor = conformanceCase.actors[seat.actor]!
    let namespace = try others["namespace"]?.string() ?? Workspace.namespace
    let limits = others["limits"]?.value ?? actor.limits
    let reply = try participants.call(
      seat.adapter, "open",
      [
        "container": .string(workspace.container), "namespace": .string(namespace), "limits": limits,
        "policy": others["policy"]?.value ?? .string(actor.policy),
        "durability": others["durability"]?.value ?? .string(actor.durability),
        "consumer": others["consumer"]?.value ?? .string(actor.consumer),
      ])
    if case .ok(let value) = reply {
      guard let number = value["mailbox"]?.integer else { throw StepProblem("open returned no number of a mailbox") }
      opened[seat] = Opened(number: number, namespace: namespace)
      mailboxes.append((seat.adapter, number))
      bounds.admit(limits)
    }
    return reply
  }
}
