import ConformanceKit
import Foundation
import MailboxSimulation
import Testing

/// The judge finds what an implementation left behind that it should not have.
struct JudgeTests {
  private static let id = "00000000-0000-4000-8000-000000000001"
  private static let name = "pending-00000000000000000001-\(id)-bff0000000000000-0000.json"
  private static let body = #"{"id":"\#(id)","enqueuedAt":1,"message":"x"}"#

  /// What is said about a mailbox in which an implementation did this.
  private static func said(_ deed: (Workspace) throws -> Void) throws -> [String] {
    let scratch = try ScratchDirectory()
    let base = URL(fileURLWithPath: scratch.path).resolvingSymlinksInPath().path + "/case"
    let workspace = try Workspace(base: base)
    let bindings = Bindings(beginning: 1, maxPayloadBytes: 100)
    try workspace.set(up: [], bindings)
    try FileManager.default.createDirectory(atPath: workspace.directory, withIntermediateDirectories: true)
    try deed(workspace)
    var bounds = Bounds()
    bounds.admit(["maxMessages": 1, "maxQuarantinedFiles": 0])
    return Judge(workspace, bindings).problems(in: workspace.state, bounds: bounds)
  }

  private static func write(_ text: String, to path: String, mode: Int = 0o600) throws {
    try FileManager.default.createDirectory(
      at: URL(fileURLWithPath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  @Test func `A good message is no problem`() throws {
    #expect(try Self.said { try Self.write(Self.body, to: "\($0.directory)/\(Self.name)") } == [])
  }

  @Test(arguments: [
    (name, body, 0o644, "mode 644"), (name, "{", 0o600, "no valid body"),
    (name, body.replacing("\"enqueuedAt\":1", with: "\"enqueuedAt\":2"), 0o600, "the date in"),
    (name, body.replacing("0001", with: "0002"), 0o600, "the id in"),
    (name, #"{"id":"\#(id)","enqueuedAt":1}"#, 0o600, "no message"),
    (name, body.replacing("{", with: #"{"format":1,"#), 0o600, "has the member \"format\""),
    ("pending-1.json", body, 0o600, "is no name of section 2.1"), ("message.json", body, 0o600, "does not belong"),
    (".tmp/x", "", 0o600, "was left behind"), (".dat.nosync1", "", 0o600, "was left behind"),
    ("quarantine-1-\(id)-body.bin", "", 0o600, "1 files are in quarantine"),
    ("../stray", "", 0o600, "outside of the mailbox's"),
    ("../../stray", "", 0o600, "outside of the mailbox's"),
    ("../../neighbour.txt", "", 0o600, "outside of the mailbox's"),
    ("../../../outside/x", "", 0o600, "outside of the mailbox's"),
  ])
  func `A problem is found`(name: String, content: String, mode: Int, said: String) throws {
    let problems = try Self.said { try Self.write(content, to: "\($0.directory)/\(name)", mode: mode) }
    #expect(problems.contains { $0.contains(said) }, "\(problems)")
  }

  @Test func `Too many messages are found`() throws {
    let problems = try Self.said { workspace in
      for number in ["1", "2"] {
        try Self.write(
          Self.body.replacing("0001\"", with: "000\(number)\""),
          to: "\(workspace.directory)/" + Self.name.replacing("0001-bff", with: "000\(number)-bff"))
      }
    }
    #expect(problems == ["2 messages are pending or claimed, and 1 may be (LIM-4)"])
  }
}
