import AppGroupMailbox
import ConformanceKit
import Foundation
import MailboxSimulation
import MailboxTestSupport
import Testing

@testable import MailboxInspection

/// The directories that the conformance cases begin with, as sound and as hostile as they are.
struct CaseSetupTests {
  /// What this machine offers.
  private static let offered: Set<String> = {
    do {
      let scratch = try ScratchDirectory()
      return EnvironmentProbe(in: scratch.path).offered
    } catch {
      return []
    }
  }()

  /// The hostile ones; all of them, bodies of 16 MiB too, in the long form only, as they take half a minute.
  static let cases = (FixtureCases.library?.cases ?? []).filter { one in
    let isShort =
      ["security", "quarantine"].contains(one.suite)
      && !one.source.description.contains(#""limit":"format""#)
    return !one.setup.isEmpty && (isShort || TestLength.isLong)
      && Set(one.environment).subtracting(["nonroot", "root"]).isSubset(of: offered)
  }

  /// Builds what a case begins with.
  private static func workspace(_ one: ConformanceCase, in scratch: ScratchDirectory, _ name: String = "first") throws
    -> Workspace
  {
    let workspace = try Workspace(base: "\(scratch.path)/\(name)")
    try workspace.set(up: one.setup, one.bindings())
    return workspace
  }

  private static let looks: [[String]] = [
    ["inspect", "--verbose", "--contents"], ["inspect", "--json"], ["verify", "--verbose"], ["dead-letters", "list"],
    ["export", "--contents"], ["watch", "--seconds", "0.0001"],
  ]

  @Test(arguments: cases)
  func `Looking leaves no trace, an export makes the same findings, and the library agrees`(one: ConformanceCase) throws
  {
    let scratch = try ScratchDirectory()
    let workspace = try Self.workspace(one, in: scratch)
    try expectNoTrace(of: Self.looks, at: workspace, in: scratch)
    try expectSameFindings(whenExported: workspace, in: scratch)
    try expectAgreement(about: workspace)
  }

  /// Nothing waits, nothing changes, and nothing tells a terminal to do anything.
  private func expectNoTrace(of looks: [[String]], at workspace: Workspace, in scratch: ScratchDirectory) throws {
    let before = TouchSnapshot(of: scratch.path)
    let recorder = CallRecorder()
    for words in looks {
      let run = CommandRun(
        words + [workspace.container, "--namespace", Workspace.namespace], fileSystem: recorder.fileSystem())
      #expect(run.status == 0 || run.status == 1, "\(words): \(run.complaints)")
      #expect(!(run.output + run.complaints).utf8.contains(0x1B))
    }
    #expect(TouchSnapshot(of: scratch.path) == before)
    #expect(recorder.calls.map(\.primitive).filter { !Self.harmless.contains($0) } == [])
  }

  private static let harmless: Set<FileSystemCall.Primitive> = [
    .openContainer, .openDirectory, .list, .openFile, .close, .read, .status, .statusOfName, .statusOfPath,
  ]

  /// Clauses whose breach makes the library quarantine a file, or refuse the mailbox.
  private static let quarantining: Set<String> = ["LAY-11", "LAY-14", "LAY-17", "LAY-23", "QUA-2", "QUA-4"]

  /// Verify calls wrong what the library quarantines or refuses, and nothing else.
  private func expectAgreement(about workspace: Workspace) throws {
    let run = CommandRun(["verify", "--json", workspace.container, "--namespace", Workspace.namespace])
    // A case may begin before there is a mailbox.
    guard FileManager.default.fileExists(atPath: workspace.directory) || run.status == 0 || !run.output.isEmpty else {
      return #expect(run.complaints.contains("there is no"))
    }
    let findings = try JSONParser.parse(run.output.utf8)["mailboxes"]?.elements?.first?["findings"]?.elements ?? []
    let errors = findings.filter { $0["severity"]?.string == "error" }
    let clauses = errors.compactMap { $0["clauses"]?.elements?.first?.string }
    guard let quarantined = try Self.quarantinedByLibrary(workspace) else {
      return #expect(clauses.contains("SEC-1") || clauses.contains("SEC-2"), "\(run.output)")
    }
    let wanted = clauses.count { Self.quarantining.contains($0) }
    #expect((quarantined > 0) == (wanted > 0), "\(quarantined) quarantined; \(run.output)")
    #expect(!clauses.contains("SEC-1") && !clauses.contains("SEC-2"), "\(run.output)")
  }

  /// How many files the library quarantines when it takes everything in its turn, claims at once and whatever its date; `nil` if it refuses to.
  private static func quarantinedByLibrary(_ workspace: Workspace) throws -> Int? {
    let limits = MailboxLimits(
      maxMessages: .max, maxPayloadBytes: .max, messageLifetime: .infinity, claimTimeout: 1e-9,
      maxQuarantinedFiles: .max, maxAttempts: nil, maxDeadLetters: .max, lockTimeout: 5)
    let opened = Result { () throws(AppGroupMailboxError) in
      try AppGroupMailbox<AnyMessage>(
        containerPath: workspace.container, namespace: Workspace.namespace, limits: limits, environment: .system)
    }
    if case .failure(.unsafeFile) = opened { return nil }
    let mailbox = try opened.get()
    let before = try mailbox.statistics().quarantined
    // What cannot be read is no reason to stop here.
    _ = try? mailbox.claimPending()
    return try mailbox.statistics().quarantined - before
  }

  /// What was exported is a case that makes the same findings.
  private func expectSameFindings(whenExported workspace: Workspace, in scratch: ScratchDirectory) throws {
    let exported = CommandRun(["export", workspace.container, "--namespace", Workspace.namespace, "--id", "x"])
    // What may not be opened cannot be exported.
    guard exported.status == 0 else {
      return #expect(exported.complaints.contains("is not followed") || exported.complaints.contains("there is no"))
    }
    let library = try #require(FixtureCases.library)
    let (cases, faults) = FixtureLibrary.read(exported.output.utf8, file: "x.json", library.catalogue)
    #expect(faults.map(\.description) == [])
    let again = try Self.workspace(try #require(cases.first), in: scratch, "second")
    #expect(try Self.findings(again) == Self.findings(workspace), "\(exported.output)")
  }

  /// What was found, without what may differ: order, age, where JSON ends, and what is in a file with a second name elsewhere.
  private static func findings(_ workspace: Workspace) throws -> [String] {
    let place = MailboxPlace(container: workspace.container, namespace: Workspace.namespace)
    let findings = Verification(try MailboxLooker(reading: .all).look(at: place)).findings
    let linked = Set(findings.filter { $0.detail?.hasSuffix("names") ?? false }.map(\.file))
    return findings.filter { !linked.contains($0.file) || $0.clauses == ["QUA-2"] }.map { finding in
      let detail = finding.detail.map { $0.hasPrefix("stamped") || $0.hasPrefix("no JSON") ? "" : $0 } ?? ""
      return "\(finding.severity) \(finding.clauses) \(finding.text) \(finding.file ?? "") \(detail)"
    }.sorted()
  }
}

/// A message of any type whatever.
private struct AnyMessage: Codable, Sendable {
  init(from decoder: any Decoder) throws {}

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encodeNil()
  }
}
