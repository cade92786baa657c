import Foundation

/// Two processes with one mailbox: started without arguments it is the widget, which starts this program once more as the app, with the
/// container's path.
@main
enum WidgetAndApp {
  /// What the widget sends, in the order in which the app must get it.
  private static let actions: [WidgetAction] = [.refresh, .selectItem(id: UUID()), .refresh]

  static func main() async throws {
    let arguments = CommandLine.arguments
    let succeeded = arguments.count > 1 ? try app(URL(fileURLWithPath: arguments[1])) : try await widget()
    exit(succeeded ? 0 : 1)
  }

  /// Enqueues, finds the mailbox full, and lets the app empty it.
  private static func widget() async throws -> Bool {
    do {
      try await DocumentedCode.run(
        itemID: UUID(), action: .refresh, legacyRecordID: UUID(), legacyEnqueuedAt: Date(), handle: { _ in })
      say("widget: used the app group")
    } catch {
      say("widget: \(DocumentedNames.describe(error))")
    }

    let container = FileManager.default.temporaryDirectory.appendingPathComponent("WidgetAndApp-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: container) }
    let mailbox = try DocumentedNames.open(container)
    // An import keeps its date, and so comes first although it is enqueued last.
    try mailbox.enqueue(actions[1])
    try mailbox.enqueue(actions[2], id: UUID())
    try mailbox.enqueue(actions[0], id: UUID(), enqueuedAt: Date(timeIntervalSinceNow: -60))
    say("widget: enqueued \(actions.count) messages")
    do {
      try mailbox.enqueue(.refresh)
    } catch {
      say("widget: one more is refused: \(DocumentedNames.describe(error))")
    }
    let hasEmptied = try await runApp(container)
    guard hasEmptied, try mailbox.claimPending().isEmpty else {
      say("widget: the app did not handle them")
      return false
    }
    say("widget: the app has handled all of them")
    return true
  }

  private static func runApp(_ container: URL) async throws -> Bool {
    let app = Process()
    app.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    app.arguments = [container.path]
    return try await withCheckedThrowingContinuation { continuation in
      app.terminationHandler = { continuation.resume(returning: $0.terminationStatus == 0) }
      do { try app.run() } catch { continuation.resume(throwing: error) }
    }
  }

  /// Claims what is there, puts the first back once, and acknowledges everything.
  private static func app(_ container: URL) throws -> Bool {
    let mailbox = try DocumentedNames.open(container)
    for claim in try mailbox.claimPending(limit: 1) {
      _ = try DocumentedNames.settle(claim, keep: true)
      say("  app: released one message")
    }
    var kinds: [String] = []
    for claim in try mailbox.claimPending() {
      let (_, action, enqueuedAt) = try DocumentedNames.settle(claim, keep: false)
      say("  app: \(action) of \(enqueuedAt.formatted(.iso8601))")
      kinds.append(action == .refresh ? "refresh" : "select")
    }
    try mailbox.performMaintenance()
    return try mailbox.claimPending().isEmpty && kinds == ["refresh", "select", "refresh"]
  }
}

/// Prints at once, so that the lines of both processes come in their order.
func say(_ line: String) {
  print(line)
  fflush(nil)
}
