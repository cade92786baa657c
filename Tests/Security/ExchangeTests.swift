import AppGroupMailbox
import ConformanceKit
import Foundation
import MailboxSimulation
import MailboxTestSupport
import Testing

/// Files that are exchanged for something else while an operation is at work on them.
struct ExchangeTests {
  /// Just before which call the exchange happens.
  enum Moment: String, Sendable, CaseIterable {
    case opening = "between listing and opening"
    case renaming = "between inspection and rename"
    case confirming = "between rename and confirmation"

    var call: (FileSystemCall.Primitive, String) {
      switch self {
      case .opening: (.openFile, "pending-")
      case .renaming: (.rename, "pending-")
      case .confirming: (.statusOfName, "claimed-")
      }
    }
  }

  /// What is put in the place of the message, and what the quarantine says of it in the end.
  struct Substitute: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var kind: PlantedEntry.Kind
    var reason: String
  }

  static let substitutes = [
    Substitute(
      testDescription: "a link to a file outside", kind: .symbolicLink(to: GuardedMailbox.secret), reason: "type"),
    Substitute(
      testDescription: "a link to a directory outside", kind: .symbolicLink(to: GuardedMailbox.folder), reason: "type"),
    Substitute(
      testDescription: "a link to a message of another mailbox",
      kind: .symbolicLink(to: "../neighbour/\(EntryNames.pending(77))"),
      reason: "type"),
    Substitute(testDescription: "a link to itself", kind: .symbolicLink(to: EntryNames.pending(1)), reason: "type"),
    Substitute(
      testDescription: "another name of a file outside", kind: .hardLink(of: GuardedMailbox.secret), reason: "links"),
    Substitute(testDescription: "a directory", kind: .directory([.message(3)]), reason: "type"),
    Substitute(testDescription: "a socket", kind: .socket, reason: "type"),
    Substitute(testDescription: "a file that is no message", kind: .file(Array("text".utf8)), reason: "body"),
  ]

  /// Message 1 is exchanged at the moment; a good one is behind it.
  static func exchange(_ kind: PlantedEntry.Kind, at moment: Moment) throws -> (
    GuardedMailbox, AppGroupMailbox<MailboxBench.Note>
  ) {
    let guarded = try GuardedMailbox()
    try guarded.plant(.message(1), .message(2, after: 1))
    let plan = FaultPlan()
    let (primitive, prefix) = moment.call
    let (directory, now) = (guarded.bench.directory, guarded.bench.clock.now)
    plan.before(primitive, name: prefix) { call in
      let name = call.name!
      do {
        try FileManager.default.removeItem(atPath: "\(directory)/\(name)")
        try PlantedEntry(name, kind).plant(in: directory, now: now)
      } catch {
        Issue.record(error)
      }
    }
    return (guarded, try guarded.bench.open(fileSystem: plan.fileSystem()))
  }

  @Test(.clauses("CLM-15", "SEC-5", "CLM-7"), arguments: substitutes, Moment.allCases)
  func `A message that is exchanged is neither delivered nor followed`(_ substitute: Substitute, _ moment: Moment)
    throws
  {
    let (guarded, mailbox) = try Self.exchange(substitute.kind, at: moment)
    #expect(try mailbox.claimPending().compactMap { number($0.id) } == [2])
    guarded.expectNeighboursUntouched()
    // What was put back is found out by the next claim at the latest.
    #expect(try mailbox.claimPending().isEmpty)
    guarded.expect("quarantine \(substitute.reason)", "claimed 2 attempts 1")
  }

  @Test(.clauses("CLM-15"), arguments: Moment.allCases)
  func `A message that is exchanged for another good one is delivered as what it is now`(_ moment: Moment) throws {
    let exchanged = Array(MailboxBench.body(1, message: #"{"text":"new"}"#).utf8)
    let (guarded, mailbox) = try Self.exchange(.file(exchanged), at: moment)
    let first = try mailbox.claimPending()
    let second = try mailbox.claimPending()
    #expect((first + second).filter { number($0.id) == 1 }.map(\.message.text) == ["new"])
    guarded.expect("claimed 1 attempts 1", "claimed 2 attempts 1")
  }

  @Test(
    .clauses("QUA-8", "LAY-1"),
    arguments: [
      PlantedEntry.Kind.hardLink(of: GuardedMailbox.secret), .symbolicLink(to: GuardedMailbox.secret),
    ])
  func `A closed directory that becomes a file while it is removed does not open the file`(
    _ kind: PlantedEntry.Kind
  ) throws {
    let guarded = try GuardedMailbox()
    try guarded.plant(PlantedEntry(EntryNames.pending(1), .directory([.file("inner", "text")]), mode: 0))
    let plan = FaultPlan()
    let (directory, now) = (guarded.bench.directory, guarded.bench.clock.now)
    plan.before(.setPermissions, name: "quarantine-") { call in
      let name = call.name!
      chmod("\(directory)/\(name)", 0o700)
      try? FileManager.default.removeItem(atPath: "\(directory)/\(name)")
      try? PlantedEntry(name, kind).plant(in: directory, now: now)
    }
    let mailbox = try guarded.bench.open(
      limits: MailboxLimits(maxQuarantinedFiles: 0), fileSystem: plan.fileSystem())
    try mailbox.performMaintenance()
    guarded.expectNeighboursUntouched()
  }

  @Test(.clauses("QUA-8", "LAY-1"), arguments: [GuardedMailbox.folder, GuardedMailbox.secret, "../neighbour", "."])
  func `A quarantined directory that becomes a link while it is removed is not followed`(_ target: String) throws {
    let guarded = try GuardedMailbox()
    try guarded.plant(PlantedEntry(EntryNames.pending(1), .directory([.file("inner", "text")])))
    let plan = FaultPlan()
    let (directory, now) = (guarded.bench.directory, guarded.bench.clock.now)
    plan.before(.openDirectory, name: "quarantine-") { call in
      let name = call.name!
      try? FileManager.default.removeItem(atPath: "\(directory)/\(name)")
      try? PlantedEntry.symbolicLink(name, to: target).plant(in: directory, now: now)
    }
    let mailbox = try guarded.bench.open(
      limits: MailboxLimits(maxQuarantinedFiles: 0), fileSystem: plan.fileSystem())
    try mailbox.enqueue(MailboxBench.Note("x"), id: MailboxBench.id(2))
    guarded.expectNeighboursUntouched()
    #expect(guarded.summary.lines.last == "pending 2" || guarded.summary.lines.first == "pending 2")
  }
}
