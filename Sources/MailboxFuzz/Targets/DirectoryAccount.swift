import ConformanceKit

/// Which messages of a directory must come out of it in the end.
struct DirectoryAccount {
  /// How many files have an identifier.
  private var files: [String: Int] = [:]
  private var sound: Set<String> = []
  private var settled: Set<String> = []

  /// Takes what was planted.
  mutating func add(_ hostile: HostileEntry) {
    guard let number = hostile.number else { return }
    let id = Bindings.identifier(UInt64(number))
    files[id, default: 0] += 1
    if hostile.isSound { sound.insert(id) }
  }

  /// Takes what was enqueued.
  mutating func add(_ id: String?) {
    if let id { sound.insert(id) }
  }

  /// Takes what was acknowledged.
  mutating func settle(_ id: String) { settled.insert(id) }

  /// Nothing can be said any more.
  mutating func forgetAll() { sound = [] }

  /// What is neither acknowledged nor a dead letter at the end.
  func missing(in state: DirectoryState) -> String? {
    let letters = state.entries.compactMap { entry -> String? in
      if case .deadLetter(_, let message) = MailboxName(entry.name) { message.id } else { nil }
    }
    let certain = sound.filter { files[$0, default: 0] <= 1 }
    let lost = certain.subtracting(settled).subtracting(letters)
    return lost.isEmpty ? nil : "\(lost.count) valid messages are lost: \(lost.sorted())"
  }
}
