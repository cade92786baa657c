import AppGroupMailbox
import Foundation
import MailboxSimulation
import MailboxTestSupport
import Testing

@testable import MailboxInspection

/// The command line: what is understood, and what is told of the rest.
struct OptionsTests {
  @Test(arguments: [
    ([], "say what to do: inspect, verify, watch, dead-letters or export"),
    (["dance"], "'dance' is no verb"),
    (["inspect"], "inspect needs the path"),
    (["verify", "a", "b"], "verify takes one path; 'b' is too much"),
    (["watch", "a", "--seconds", "never"], "--seconds takes seconds, more than 0, not 'never'"),
    (["inspect", "a", "--limit"], "--limit needs a value"),
    (["verify", "a", "--contents"], "--contents is not for verify"),
    (["export", "a", "--id", "No Slug"], "--id takes words"),
    (["inspect", "a", "--nonsense"], "there is no option --nonsense"),
    (["inspect", "a", "--\u{1B}[2J"], #"there is no option --\x1b[2J"#),
    (["dead-letters"], "behind dead-letters stands list, restore or remove"),
    (["dead-letters", "burn", "a"], "not 'burn'"),
    (["dead-letters", "remove", "a"], "say which"),
    (["dead-letters", "restore", "a", "x", "--all"], "cannot both be"),
    (["dead-letters", "list", "a", "--all"], "--all is not for dead-letters list"),
    (["inspect", "/", "--namespace", "../up"], "--namespace takes 1 to 64"),
  ])
  func `A command line that cannot be followed is told in one line and ends with 2`(words: [String], said: String) {
    let run = CommandRun(words)
    #expect(run.status == 2)
    #expect(run.complaints.contains(said), "\(run.complaints)")
    #expect(run.complaints.count { $0 == "\n" } == 1)
    #expect(run.output.isEmpty)
  }

  @Test(arguments: [
    ["--help"], ["help"], ["inspect", "--help"], ["help", "verify"], ["watch", "-h"], ["dead-letters", "--help"],
    ["export", "somewhere", "--help"],
  ])
  func `Help is printed at every place, no wider than it can be read`(words: [String]) {
    let run = CommandRun(words)
    #expect(run.status == 0)
    let verb = words.first { !$0.hasPrefix("-") && $0 != "help" } ?? "VERB"
    #expect(run.output.contains("Usage: mailbox \(verb)"))
    #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 115 })
  }

  @Test(arguments: [
    ("/nowhere", "there is no /nowhere"), ("/dev/null", "is no directory"), ("/usr", "holds no mailbox"),
  ])
  func `A path that is no mailbox's ends with 1 and says what to do`(path: String, said: String) {
    for verb in [["inspect"], ["verify"], ["watch"], ["dead-letters", "list"], ["export"]] {
      let run = CommandRun(verb + [path])
      #expect(run.status == 1)
      #expect(run.complaints.contains(said) && run.complaints.contains(";"), "\(run.complaints)")
    }
  }

  @Test func `A mailbox is found by its directory, by its container, and by a name in it`() throws {
    let bench = try MailboxBench()
    try bench.open().enqueue(MailboxBench.Note("x"))
    let finder = MailboxFinder()
    let place = MailboxPlace(container: bench.container, namespace: "bench")
    for path in [bench.directory, bench.directory + "/", bench.container, "\(bench.container)//./AppGroupMailbox"] {
      #expect(try finder.find(path, namespace: nil).places == [place], "\(path)")
      #expect(try finder.findOne(path, namespace: nil) == place)
    }
    for path in [bench.container, "\(bench.container)/AppGroupMailbox"] {
      #expect(try finder.find(path, namespace: "bench").places == [place])
    }
    let copy = "\(bench.container)/sent by a customer"
    try FileManager.default.copyItem(atPath: bench.directory, toPath: copy)
    let root = "\(bench.container)/Copy of AppGroupMailbox"
    try FileManager.default.copyItem(atPath: "\(bench.container)/AppGroupMailbox", toPath: root)
    #expect(try finder.findOne(root, namespace: nil) == MailboxPlace(base: root, names: ["bench"]))
    let copied = try finder.findOne(copy, namespace: nil)
    #expect(copied == MailboxPlace(base: bench.container, names: ["sent by a customer"]))
    #expect(try MailboxLooker().look(at: copied).pending.count == 1)
  }

  @Test func `A mailbox that may not be looked into does not keep the others from being shown`() throws {
    let bench = try MailboxBench()
    for namespace in ["one", "two"] {
      _ = try AppGroupMailbox<String>(containerPath: bench.container, namespace: namespace, environment: .system)
    }
    let plan = FaultPlan()
    plan.fail(.openDirectory, name: "one", call: .open, code: ErrorNumber.accessDenied)
    let inspected = CommandRun(["inspect", bench.container], fileSystem: plan.fileSystem())
    #expect(inspected.status == 1)
    #expect(inspected.output.hasPrefix("two\n"))
    #expect(inspected.complaints.contains("/one cannot be looked at (open: Permission denied)"))
    let verified = CommandRun(["verify", bench.container], fileSystem: plan.fileSystem())
    #expect(verified.status == 1)
    #expect(verified.output.contains("unchecked  it cannot be looked into"))
    #expect(verified.output.contains("nothing is off; 0 entries"))
  }

  @Test func `What leads to a mailbox is not followed, and is an error of verify`() throws {
    let bench = try MailboxBench()
    try bench.makeSoundMailbox()
    let other = "\(bench.scratch.path)/other"
    try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: "\(other)/AppGroupMailbox", withDestinationPath: "\(bench.container)/AppGroupMailbox")
    for path in [other, "\(other)/AppGroupMailbox", "\(other)/AppGroupMailbox/bench"] {
      for verb in ["inspect", "watch", "export"] {
        let run = bench.run(verb, path)
        #expect(run.status == 1)
        #expect(run.complaints.contains("'AppGroupMailbox' is a link, and is not followed"))
      }
      let verified = bench.run("verify", path)
      #expect(verified.status == 1)
      #expect(verified.output.contains("error      a link where a directory must be [SEC-1 SEC-3]"))
    }
  }

  @Test func `Of several mailboxes one must be named where only one can be shown`() throws {
    let bench = try MailboxBench()
    for namespace in ["one", "two"] {
      _ = try AppGroupMailbox<String>(containerPath: bench.container, namespace: namespace, environment: .system)
    }
    let inspected = bench.run("inspect", bench.container)
    #expect(inspected.status == 0)
    #expect(inspected.output.contains("\none\n") || inspected.output.hasPrefix("one\n"))
    #expect(inspected.output.contains("\ntwo\n"))
    let watched = bench.run("watch", bench.container)
    #expect(watched.status == 1)
    #expect(watched.complaints.contains("choose one with --namespace: one, two"))
  }
}
