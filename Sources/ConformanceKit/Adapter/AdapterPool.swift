/// The adapters that run: each is started when it is needed, and anew when it went wrong.
final class AdapterPool {
  private struct Key: Hashable {
    var source: Int
    var isUnprivileged: Bool
  }

  private let sources: [AdapterSource]
  private var running: [Key: any Adapter] = [:]

  init(_ sources: [AdapterSource]) {
    self.sources = sources
  }

  deinit {
    for adapter in running.values { adapter.end() }
  }

  /// How many adapters take part in a case.
  var count: Int { sources.count }

  /// Whether all can be started as a user without rights.
  var changesUser: Bool { sources.allSatisfy(\.changesUser) }

  /// The adapter of a source; started if it does not run.
  func adapter(_ source: Int, isUnprivileged: Bool) throws(AdapterFault) -> any Adapter {
    let key = Key(source: source, isUnprivileged: isUnprivileged)
    if let adapter = running[key] { return adapter }
    let started = try sources[source].start(isUnprivileged)
    running[key] = started
    return started
  }

  /// Ends the adapters of a case.
  func kill(isUnprivileged: Bool) {
    for source in sources.indices {
      running.removeValue(forKey: Key(source: source, isUnprivileged: isUnprivileged))?.end()
    }
  }

  /// Says goodbye to all.
  func finish() {
    for adapter in running.values { adapter.close() }
    running = [:]
  }
}
