import AppGroupMailbox
import ConformanceKit
import Foundation
import MailboxSimulation
import MailboxTestSupport
import Testing

/// Permissions of what the library makes and finds.
struct ModeTests {
  static let masks = ["0000", "0022", "0077", "0777", "0700", "0400", "0200", "0100"]

  /// Modes of everything below a directory, in octal, by relative path; names with identifiers cut to their first word.
  private static func modes(_ directory: String) throws -> [String: String] {
    var modes: [String: String] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: directory) {
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(directory)/\(path)")
      let mode = try #require(attributes[.posixPermissions] as? NSNumber).intValue
      let name = path.split(separator: "/").map { $0.split(separator: "-").first.map(String.init) ?? "" }
      modes[name.joined(separator: "/")] = String(mode, radix: 8)
    }
    return modes
  }

  private static func mode(_ path: String) throws -> String {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return String(try #require(attributes[.posixPermissions] as? NSNumber).intValue, radix: 8)
  }

  /// Two mailboxes made under a umask, one through a file without a name, one through the folder of temporaries.
  ///
  /// In a process of its own: the umask belongs to all of its threads.
  private func make(in path: String, of bench: MailboxBench, _ mask: String, _ user: User) async throws {
    if user == .nobody, ProcessPrivileges.isRoot { try ProcessPrivileges.giveAway(bench.container) }
    await #expect(processExitsWith: .success) {
      [folder = bench.container as String, path = path as String, mask = mask as String, user = user as User] in
      if user == .nobody { ProcessPrivileges.drop() }
      ChildOutcome.write(into: folder) {
        umask(mode_t(mask, radix: 8)!)
        defer { umask(0o022) }
        let plan = FaultPlan()
        for namespace in ["first", "second"] {
          let mailbox = try AppGroupMailbox<String>(
            containerPath: path, namespace: namespace, durability: .processCrash,
            environment: MailboxEnvironment(fileSystem: plan.fileSystem()))
          try mailbox.enqueue("hello")
          plan.fail(.createUnnamedFile, call: .create, code: EOPNOTSUPP)
        }
      }
    }
  }

  /// Who makes the mailbox: root may do much that others may not.
  enum User: String, Sendable, Codable, CaseIterable {
    case current, nobody
  }

  static let made = [
    "AppGroupMailbox: 700", "AppGroupMailbox/first: 700", "AppGroupMailbox/first/.mailbox.lock: 600",
    "AppGroupMailbox/first/pending: 600", "AppGroupMailbox/second: 700", "AppGroupMailbox/second/.mailbox.lock: 600",
    "AppGroupMailbox/second/.tmp: 700", "AppGroupMailbox/second/pending: 600",
  ]

  private func expect(_ lines: [String], in bench: MailboxBench, sourceLocation: SourceLocation = #_sourceLocation)
    throws
  {
    #expect(ChildOutcome.read(from: bench.container) == "done", sourceLocation: sourceLocation)
    let found = try Self.modes(bench.container).map { "\($0): \($1)" }
    #expect(Set(found).symmetricDifference(lines).sorted() == [], sourceLocation: sourceLocation)
  }

  @Test(.clauses("LAY-2", "LAY-22"), arguments: masks, User.allCases)
  func `What is made has the same mode under every umask`(_ mask: String, _ user: User) async throws {
    let bench = try MailboxBench()
    try await make(in: bench.container, of: bench, mask, user)
    try expect(Self.made, in: bench)
  }

  @Test(.clauses("LAY-2"), arguments: masks, User.allCases)
  func `A container that is made has the mode of a directory that is made`(_ mask: String, _ user: User) async throws {
    let bench = try MailboxBench()
    try await make(in: "\(bench.container)/new/container", of: bench, mask, user)
    try expect(["new: 700", "new/container: 700"] + Self.made.map { "new/container/\($0)" }, in: bench)
  }

  /// The specification leaves open what becomes of the bits for sticky directories and for groups that are inherited.
  @Test(.clauses("LAY-3"), arguments: [0o1777, 0o2750])
  func `What is open to others is closed when the mailbox is opened, whatever else its mode says`(_ mode: Int) throws {
    let bench = try MailboxBench()
    try bench.plant(".mailbox.lock", "")
    try FileManager.default.createDirectory(atPath: "\(bench.directory)/.tmp", withIntermediateDirectories: false)
    let directories = ["\(bench.container)/AppGroupMailbox", bench.directory, "\(bench.directory)/.tmp"]
    for path in directories { #expect(chmod(path, mode_t(mode)) == 0) }
    #expect(chmod("\(bench.directory)/.mailbox.lock", mode_t(mode & 0o666)) == 0)
    _ = try bench.open()
    #expect(try directories.map { try Self.mode($0) } == ["700", "700", "700"])
    #expect(try Self.mode("\(bench.directory)/.mailbox.lock") == "600")
  }

  @Test(.clauses("LAY-1", "LAY-3"), arguments: [0o755, 0o700, 0o1777])
  func `The container keeps its mode`(_ mode: Int) throws {
    let bench = try MailboxBench()
    #expect(chmod(bench.container, mode_t(mode)) == 0)
    try bench.open().enqueue(MailboxBench.Note("x"))
    #expect(try Self.mode(bench.container) == String(mode, radix: 8))
  }
}
