/// What the asynchronous consumers of one instance share: whose turn it is, and one watch for hints.
package final class Consumers: Sendable {
  let store: MailboxStore
  package let turnstile: Turnstile
  private let hub: WakeUpHub

  init(_ store: MailboxStore) {
    self.store = store
    turnstile = Turnstile(store.environment)
    hub = WakeUpHub(store)
  }

  /// Listens for hints as long as what is returned exists.
  func listen(_ listener: @escaping @Sendable () -> Void) -> Listening {
    Listening(number: hub.join(listener), consumers: self)
  }

  /// One who listens.
  final class Listening: Sendable {
    private let number: Int
    private let consumers: Consumers

    fileprivate init(number: Int, consumers: Consumers) {
      self.number = number
      self.consumers = consumers
    }

    deinit { consumers.hub.leave(number) }

    /// Makes sure that there is a watch, on the directory that is in use now.
    func refresh() {
      if let directories = consumers.store.openedDirectories { consumers.hub.watch(directories) }
    }
  }
}
