/// What a test waited for did not come about.
package struct NeverHappened: Error, CustomStringConvertible {
  package let description: String
}

/// Waits until something is so that other tasks bring about, and not for ever.
///
/// - Parameter what: What should be so, for the failure to say.
package func eventually(
  _ what: String, within patience: Duration = .seconds(20), _ condition: () async throws -> Bool
) async throws {
  let deadline = ContinuousClock.now + patience
  var looks = 0
  while try await !condition() {
    looks += 1
    // Where other tests keep all threads busy, time passes in which nobody could do anything.
    guard ContinuousClock.now < deadline || looks < 1_000 else {
      throw NeverHappened(description: "never: \(what)")
    }
    try await Task.sleep(for: .microseconds(200))
  }
}
