import AppGroupMailbox
import Foundation
import MailboxSimulation
import MailboxTestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The simulated file system against the real one.
///
/// In processes of their own: they use descriptors after closing them, and change their user.
@Suite(.enabled(if: FaithRun.isPossible, "the simulated file system follows Linux"))
struct SimulatedFaithTests {
  @Test func `Random calls give the same as those of the real file system`() async throws {
    let scratch = try ScratchDirectory()
    await #expect(processExitsWith: .success) { [directory = scratch.path as String] in
      ChildOutcome.write(into: directory) { try FaithRun(users: [geteuid()]).run(in: directory) }
    }
    #expect(ChildOutcome.read(from: scratch.path) == "done")
  }

  @Test(.enabled(if: ProcessPrivileges.isRoot, "only root can become another user"))
  func `Random calls of a user without rights give the same as those of the real file system`() async throws {
    let scratch = try ScratchDirectory()
    try ProcessPrivileges.giveAway(scratch.path)
    await #expect(processExitsWith: .success) { [directory = scratch.path as String] in
      ProcessPrivileges.drop()
      ChildOutcome.write(into: directory) { try FaithRun(users: [geteuid()]).run(in: directory) }
    }
    #expect(ChildOutcome.read(from: scratch.path) == "done")
  }

  @Test(.enabled(if: ProcessPrivileges.isRoot, "only root can be two users"))
  func `Random calls of two users give the same as those of the real file system`() async throws {
    let scratch = try ScratchDirectory()
    await #expect(processExitsWith: .success) { [directory = scratch.path as String] in
      ChildOutcome.write(into: directory) {
        try FaithRun(users: [0, ProcessPrivileges.nobody]).run(in: directory)
      }
    }
    #expect(ChildOutcome.read(from: scratch.path) == "done")
  }
}
