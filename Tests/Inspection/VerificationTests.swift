import AppGroupMailbox
import Foundation
import MailboxTestSupport
import Testing

@testable import MailboxInspection

/// What `verify` says of each thing that can be wrong with a file.
struct VerificationTests {
  /// What is found on a sound mailbox with these files in it: severity, first clause and file.
  private static func found(
    _ files: [(name: String, content: String)], mode: Int = 0o600, age: Double = 0,
    _ settings: Verification.Settings = Verification.Settings()
  ) throws -> [String] {
    let bench = try MailboxBench()
    try bench.makeSoundMailbox()
    for (name, content) in files {
      try bench.plantFile(name, content, mode: mode)
      try bench.age(name, by: age)
    }
    return try bench.findings(settings).map { "\($0.severity) \($0.clauses[0])" }
  }

  private static let sound = MailboxBench.body(1)

  @Test(arguments: [
    (EntryNames.pending(1), sound, []),
    (EntryNames.claimed(1), sound, []),
    (EntryNames.deadLetter(1), sound, []),
    ("quarantine-5-\(EntryNames.id(9))-body.bin", "", []),
    ("quarantine-5-\(EntryNames.id(9)).bin", "", []),
    ("notes.txt", "", []),
    (EntryNames.legacy(1), sound, ["note IOP-3"]),
    ("pending-1.json", sound, ["error LAY-17"]),
    (EntryNames.pending(1).replacing("c1c7", with: "C1C7"), sound, ["error LAY-17"]),
    (EntryNames.pending(1), "", ["error LAY-11"]),
    (EntryNames.pending(1), #"{"id":"x"}"#, ["error LAY-11"]),
    (EntryNames.pending(1), MailboxBench.body(2), ["error LAY-14"]),
    (EntryNames.pending(1), MailboxBench.body(1, date: MailboxBench.start + 0.0005), []),
    (EntryNames.pending(1), MailboxBench.body(1, date: MailboxBench.start + 0.0015), ["error LAY-14"]),
    (EntryNames.legacy(1), MailboxBench.body(2), ["error LAY-14", "note IOP-3"]),
    (EntryNames.pending(1), #"{"format":2}"#, ["note LAY-13"]),
    (EntryNames.pending(1, attempts: 5), sound, ["note DLQ-1"]),
    (EntryNames.pending(1, attempts: 4), sound, []),
    (EntryNames.pending(1, ordinal: .max), sound, ["note ORD-5"]),
    ("claimed-\(EntryNames.id(9))-\(EntryNames.pending(1))", sound, ["error CLM-5"]),
    (EntryNames.deadLetter(1, "strange"), sound, ["note LAY-6"]),
    (EntryNames.deadLetter(1), "torn", ["note DLQ-9"]),
    ("quarantine-5-\(EntryNames.id(9))-strange.bin", "", ["error LAY-7"]),
  ])
  func `Each file is judged by its name and body`(name: String, content: String, expected: [String]) throws {
    #expect(try Self.found([(name, content)]) == expected)
  }

  @Test(arguments: [(600.0, []), (601, ["note REC-1"]), (-601, ["note REC-1"])] as [(Double, [String])])
  func `A claim is abandoned when its stamp is too far away`(age: Double, expected: [String]) throws {
    #expect(try Self.found([(EntryNames.claimed(1), Self.sound)], age: age) == expected)
    #expect(try Self.found([(EntryNames.claimed(1), Self.sound)], age: age, .init(claimTimeout: 700)) == [])
  }

  @Test(arguments: [(3600.0, []), (3601, ["note LAY-21"]), (-3601, ["note LAY-21"])] as [(Double, [String])])
  func `A temporary is stale after an hour`(age: Double, expected: [String]) throws {
    #expect(try Self.found([(".dat.nosync1", "")], age: age) == expected)
  }

  @Test func `A message's mode is to be 0600, of which release 0_1 did not know`() throws {
    #expect(try Self.found([(EntryNames.pending(1), Self.sound)], mode: 0o644) == ["error LAY-22"])
    #expect(try Self.found([(EntryNames.legacy(1), Self.sound)], mode: 0o644) == ["note LAY-22", "note IOP-3"])
  }

  @Test func `Messages are compared with each other`() throws {
    let two = [(EntryNames.pending(1), Self.sound), (EntryNames.pending(2), MailboxBench.body(2))]
    #expect(try Self.found(two) == ["error LAY-10", "error LAY-10"])
    let apart = [two[0], (EntryNames.pending(2, ordinal: 2), MailboxBench.body(2))]
    #expect(try Self.found(apart) == [])
    #expect(try Self.found(apart, .init(maxMessages: 2)) == [])
    #expect(try Self.found(apart, .init(maxMessages: 1)) == ["error LIM-4"])
    let same = [two[0], (EntryNames.pending(1, ordinal: 2), Self.sound)]
    #expect(try Self.found(same) == ["error ENQ-2", "error ENQ-2"])
    let token = EntryNames.id(9)
    let claims = [
      ("claimed-\(token)-\(EntryNames.pending(1, attempts: 1))", Self.sound),
      ("claimed-\(token)-\(EntryNames.pending(2, ordinal: 2, attempts: 1))", MailboxBench.body(2)),
    ]
    #expect(try Self.found(claims) == ["error LSE-4", "error LSE-4"])
  }

  @Test func `The directories and the lock file are judged too`() throws {
    let bench = try MailboxBench()
    try bench.makeDirectory()
    func mode(_ mode: Int, _ path: String) throws {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }
    func found() throws -> [String] { try bench.findings().map { "\($0.severity) \($0.clauses[0])" } }
    let root = "\(bench.container)/AppGroupMailbox"
    try mode(0o700, root)
    try mode(0o755, bench.directory)
    #expect(try found() == ["note LAY-3", "note LAY-18"])
    try mode(0o500, bench.directory)
    #expect(try found() == ["error LCK-9", "note LAY-18"])
    try mode(0o700, bench.directory)
    try bench.plantFile(".mailbox.lock", "short", mode: 0o644)
    #expect(try found() == ["note LAY-3", "note LAY-18"])
    try bench.plantFile(".mailbox.lock", "eight bytes, or more")
    #expect(try found() == [])
    try FileManager.default.linkItem(atPath: "\(bench.directory)/.mailbox.lock", toPath: "\(bench.container)/second")
    #expect(try found() == ["error SEC-2"])
    try bench.plantFile(".tmp", "")
    #expect(try found() == ["error SEC-2", "error LAY-23"])
  }

  @Test func `Findings that differ in the file only are told once, with their files`() throws {
    let bench = try MailboxBench()
    try bench.makeSoundMailbox()
    for number in 1...7 { try bench.plantFile(EntryNames.pending(number, ordinal: UInt64(number)), "") }
    let run = bench.run("verify", bench.container)
    #expect(run.status == 1)
    #expect(run.output.components(separatedBy: "no valid body").count == 2)
    #expect(run.output.contains("and 2 more (--verbose)"))
    #expect(run.output.hasSuffix("7 errors; 7 entries, 7 bodies read, 0 foreign\n"))
    #expect(bench.run("verify", bench.container, "--verbose").output.contains(EntryNames.pending(7, ordinal: 7)))
  }

  @Test func `What is gone when it is looked at is left out, and what changes all the time is told`() throws {
    let bench = try MailboxBench()
    try bench.makeSoundMailbox()
    try bench.plantFile(EntryNames.pending(1), Self.sound)
    let plan = FaultPlan()
    plan.add(
      FaultPlan.Fault {
        $0.primitive == .statusOfName && $0.name?.hasPrefix("pending-") ?? false
      } action: {
        _ throws(SystemError) in
        throw SystemError(call: .status, code: ErrorNumber.notFound)
      })
    let looker = MailboxLooker(fileSystem: plan.fileSystem(), clock: bench.clock, reading: .all)
    let sight = try looker.look(at: MailboxPlace(container: bench.container, namespace: bench.namespace))
    #expect(sight.isChanging)
    #expect(sight.entries.isEmpty)
    #expect(Verification(sight).findings.map(\.severity) == [.note])
  }

  @Test func `What may not be read is told of each file, and is no success`() throws {
    let bench = try MailboxBench()
    try bench.makeSoundMailbox()
    try bench.plantFile(EntryNames.pending(1), Self.sound)
    let plan = FaultPlan()
    plan.add(
      FaultPlan.Fault {
        $0.primitive == .openFile
      } action: { _ throws(SystemError) in
        throw SystemError(call: .open, code: ErrorNumber.accessDenied)
      })
    let run = CommandRun(["verify", bench.container], clock: bench.clock, fileSystem: plan.fileSystem())
    #expect(run.status == 1)
    #expect(run.output.contains("unchecked  its body cannot be read"))
    #expect(run.output.contains("(open: Permission denied)"))
    #expect(run.output.contains("unchecked  the lock file cannot be read"))
    #expect(run.output.contains("2 not checked; 1 entry, 0 bodies read"))
  }
}
