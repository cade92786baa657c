internal import Foundation

/// Puts files into the directory as another implementation, a dead process or a stranger would.
extension ProgramExecutor {
  func plant(_ plant: ProgramPlant) throws {
    guard FileManager.default.fileExists(atPath: directory) else { return }
    plantCount += 1
    switch plant {
    case .pending(let id, let ordinal, let offset, let attempts, let body):
      let message = message(id: id, ordinal: ordinal, offset: offset, attempts: attempts, body: body)
      // Attempts tell two files apart only for the file system; one message is never there twice with the same place.
      guard !holdsPlace(of: message) else { return }
      try write(content(of: message), to: message.name.fileName)
      model.plant(message)
    case .claim(let id, let attempts, let age):
      let message = message(id: id, ordinal: nil, offset: 0, attempts: attempts, body: .valid)
      guard !holdsPlace(of: message) else { return }
      let name = "claimed-\(identifiers.makeIdentifier().uuidString)-\(message.name.fileName)"
      let stamp = model.now - age
      try write(content(of: message), to: name, stamp: stamp)
      model.plantClaim(message, stamp: stamp)
    case .malformedName:
      try write("{}", to: "pending-\(plantCount).json")
      model.plantMalformedName()
    case .foreign:
      let name = "note-\(plantCount).txt"
      try write("not ours", to: name)
      foreign.insert(name)
    }
    try raiseGeneration()
  }

  /// Removes the mailbox with everything in it.
  func remove(_ removed: ProgramDirectory) throws {
    guard FileManager.default.fileExists(atPath: directory) else { return }
    let path =
      switch removed {
      case .mailbox: directory
      case .root: URL(fileURLWithPath: directory).deletingLastPathComponent().path
      }
    try FileManager.default.removeItem(atPath: path)
    model.removeEverything()
    foreign = []
  }

  private func message(
    id: Int, ordinal: UInt64?, offset: Double, attempts: Int, body: ModelBody
  ) -> ModelMessage {
    let date = model.now + offset
    let milliseconds = UInt64((model.now + Date.timeIntervalBetween1970AndReferenceDate) * 1_000)
    var message = ModelMessage(
      ordinal: ordinal ?? milliseconds, id: Self.pooledIdentifier(id), date: date, attempts: attempts,
      payload: "\"planted\"", size: 0, body: body)
    message.size = content(of: message).utf8.count
    return message
  }

  private func content(of message: ModelMessage) -> String {
    let date = ProgramBody.json(message.date)
    return switch message.body {
    case .valid: ProgramBody.text(id: message.id, date: date, payload: message.payload)
    case .ofAnotherMessage: ProgramBody.text(id: UUID(high: 0, low: 1), date: date, payload: message.payload)
    case .ofAnotherDate:
      ProgramBody.text(id: message.id, date: ProgramBody.json(message.date + 0.002), payload: message.payload)
    case .malformed: "{\"id\":"
    case .newerFormat: "{\"format\":2,\"content\":[]}"
    }
  }

  private func holdsPlace(of message: ModelMessage) -> Bool {
    let all = model.pending + model.claimed.map(\.message) + model.deadLetters.map(\.message)
    return all.contains { ($0.ordinal, $0.id, $0.date) == (message.ordinal, message.id, message.date) }
  }

  private func write(_ text: String, to name: String, stamp: Double? = nil) throws {
    let path = "\(directory)/\(name)"
    var attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
    if let stamp { attributes[.modificationDate] = Date(timeIntervalSinceReferenceDate: stamp) }
    // Under a foreign name first: no participant may see a part of it.
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path).part"))
    try FileManager.default.setAttributes(attributes, ofItemAtPath: "\(path).part")
    try FileManager.default.moveItem(atPath: "\(path).part", toPath: path)
  }

  /// As LAY-19 asks of whoever changes a mailbox; without it, a change within one tick of the directory's clock may
  /// stay unseen.
  private func raiseGeneration() throws {
    guard let file = FileHandle(forUpdatingAtPath: "\(directory)/.mailbox.lock") else { return }
    defer { try? file.close() }
    guard let bytes = try file.read(upToCount: 8), bytes.count == 8 else { return }
    let generation = bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) } &+ 1
    try file.seek(toOffset: 0)
    try file.write(contentsOf: Data((0..<8).map { UInt8(truncatingIfNeeded: generation >> (8 * $0)) }))
  }
}
