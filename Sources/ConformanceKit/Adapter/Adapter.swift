/// Something that carries out operations for the runner: a program, or an implementation within this process.
///
/// Its owner uses it on one thread.
package protocol Adapter: AnyObject {
  /// What it said to `hello`.
  var introduction: AdapterIntroduction { get }

  /// Has an operation carried out, and waits for what came of it.
  func call(_ operation: String, _ arguments: JSON) throws(AdapterFault) -> AdapterReply

  /// Says goodbye, and ends it if it does not go.
  func close()

  /// Ends it as SIGKILL does: without a word, and with all it holds.
  func end()
}

/// What an adapter answered.
package enum AdapterReply: Equatable, Sendable {
  case ok(JSON)
  case error(code: String, JSON)
  case unsupported(String)
}

/// What an adapter says about itself.
package struct AdapterIntroduction: Sendable {
  package var name: String
  package var version: String
  package var language: String
  package var features: Set<String>

  /// What several adapters are together: they offer what all of them offer.
  package init(of introductions: [AdapterIntroduction]) {
    func joined(_ member: KeyPath<AdapterIntroduction, String>) -> String {
      introductions.map { $0[keyPath: member] }.joined(separator: " + ")
    }
    (name, version, language) = (joined(\.name), joined(\.version), joined(\.language))
    features = introductions.dropFirst().reduce(introductions.first?.features ?? []) { $0.intersection($1.features) }
  }

  init(name: String, version: String, language: String, features: Set<String>) {
    (self.name, self.version, self.language, self.features) = (name, version, language, features)
  }
}

/// Where adapters come from.
package struct AdapterSource: Sendable {
  /// Starts one, as a user without rights if it is said so.
  let start: @Sendable (_ isUnprivileged: Bool) throws(AdapterFault) -> any Adapter
  /// Whether it can be started as another user than this process.
  let changesUser: Bool

  package init(
    changesUser: Bool, start: @escaping @Sendable (_ isUnprivileged: Bool) throws(AdapterFault) -> any Adapter
  ) {
    self.changesUser = changesUser
    self.start = start
  }

  /// A program.
  ///
  /// - Parameters:
  ///   - command: Its name and arguments.
  ///   - seconds: How long one answer may take.
  package static func program(_ command: [String], within seconds: Double) -> AdapterSource {
    AdapterSource(changesUser: true) { isUnprivileged throws(AdapterFault) in
      try AdapterClient(isUnprivileged ? Unprivileged.command(command) : command, root: "/", within: seconds)
    }
  }
}
