import AppGroupMailbox
import ConformanceKit
import Foundation
import MailboxTestSupport
import Testing

/// Components that belong to another user.
@Suite(.enabled(if: ProcessPrivileges.isRoot, "only root can make another user's files"))
struct OwnerTests {
  static let components = [
    "AppGroupMailbox", "AppGroupMailbox/bench", "AppGroupMailbox/bench/.mailbox.lock",
  ]

  @Test(.clauses("SEC-1", "SEC-2"), arguments: components)
  func `Another user's component is refused, whatever root may do with it`(_ path: String) throws {
    let bench = try MailboxBench()
    try bench.plant(".mailbox.lock", "")
    for path in Self.components.dropLast() {
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: "\(bench.container)/\(path)")
    }
    try ProcessPrivileges.giveAway("\(bench.container)/\(path)")
    let before = TreeSnapshot(of: bench.container)
    #expect(throws: AppGroupMailboxError.unsafeFile) { try bench.open() }
    #expect(TreeSnapshot(of: bench.container).changes(since: before) == [])
  }

  /// In a process of its own, because giving up root is for good.
  @Test(.clauses("SEC-1", "SEC-2"), arguments: components)
  func `Another user's component that may not even be opened is refused in the same way`(_ path: String) async throws {
    let bench = try MailboxBench()
    try bench.plant(".mailbox.lock", "")
    for path in Self.components {
      let mode = path.hasSuffix("lock") ? 0o600 : 0o700
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: "\(bench.container)/\(path)")
    }
    try ProcessPrivileges.giveAway(bench.container)
    for other in Self.components where other != path { try ProcessPrivileges.giveAway("\(bench.container)/\(other)") }
    let before = TreeSnapshot(of: "\(bench.container)/AppGroupMailbox")
    await #expect(processExitsWith: .success) { [container = bench.container as String] in
      ProcessPrivileges.drop()
      ChildOutcome.write(into: container) {
        _ = try AppGroupMailbox<String>(containerURL: URL(fileURLWithPath: container), namespace: "bench")
      }
    }
    #expect(ChildOutcome.read(from: bench.container) == AppGroupMailboxError.unsafeFile.description)
    #expect(TreeSnapshot(of: "\(bench.container)/AppGroupMailbox").changes(since: before) == [])
  }
}
