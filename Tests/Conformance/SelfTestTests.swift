import Foundation
import MailboxTestSupport
import Testing

@testable import ConformanceKit

/// How strong the cases are: each fault is found by a case of the clauses it breaks, or the self-test fails.
struct SelfTestTests {
  private static let specification = """
    - **ENQ-1** *(core)* Enqueue MUST return.
    - **CLM-2** *(core)* A claim MUST return.

    """

  /// An adapter that says yes to everything, unless it is told to be rude.
  private static let adapter = #"""
    n=0
    case "$2" in ''|rude|harmless|silent) ;; *) exit 9;; esac
    while read x; do
      n=$((n+1))
      if [ "$2" = rude ] && [ $n -gt 2 ]; then echo "{\"seq\":$n,\"error\":{\"code\":\"busy\"}}"
      elif [ "$2" = silent ] && [ $n -gt 2 ]; then sleep 600
      else echo "{\"seq\":$n,\"ok\":{\"name\":\"a\",\"mailbox\":0,\"features\":[]}}"; fi
    done
    """#

  private static func fault(_ flag: String, _ clause: String = "ENQ-1") -> String {
    """
    {"id": "f-\(flag)", "title": "T.", "clauses": ["\(clause)"], "plant": {"flag": "\(flag)"}, "caughtBy": "x"}
    """
  }

  private static func run(_ faults: [String], _ arguments: [String] = []) async throws -> ProgramRun {
    let folder = try FixtureFolder(
      specification: specification, cases: [FixtureFolder.oneCase("one"), FixtureFolder.oneCase("two")])
    let script = try folder.write(adapter, to: "adapter.sh")
    let catalogue = try folder.write("[\(faults.joined(separator: ","))]", to: "faults.json")
    return try await RunnerProcess.run(
      ["selftest", "--fixtures", folder.path, "--faults", catalogue, "--adapter", "sh \(script)", "--timeout", "2"]
        + arguments)
  }

  @Test func `A fault that is found is told with the cases that find it`() async throws {
    let run = try await Self.run([Self.fault("rude")])
    #expect(run.status == 0, "\(run.output)\(run.complaints)")
    #expect(run.output.hasPrefix("found      f-rude  2 cases + 0 others: one, two\n"))
    #expect(run.output.contains("1 faults, 1 found, 0 survived; 2 cases, 2 find something; in "))
  }

  @Test func `A fault that changes nothing survives, and fails the self-test`() async throws {
    let run = try await Self.run([Self.fault("rude"), Self.fault("harmless")])
    #expect(run.status == 1)
    #expect(run.output.contains("SURVIVED   f-harmless\n"), "\(run.output)")
  }

  @Test func `A fault whose clauses have no case that was run is not tried, which is no success`() async throws {
    let run = try await Self.run([Self.fault("rude", "CLM-2")])
    #expect(run.status == 3)
    #expect(run.output.contains("not tried  f-rude\n"), "\(run.output)")
  }

  @Test func `An adapter that only waits is found when it has waited for the whole time`() async throws {
    let run = try await Self.run([Self.fault("silent")])
    #expect(run.status == 0, "\(run.output)")
    #expect(run.output.hasPrefix("found      f-silent  1 cases + 0 others: one (timeout)\n"), "\(run.output)")
  }

  @Test func `A fault that the adapter does not know is a mistake in the command`() async throws {
    let run = try await Self.run([Self.fault("unheard-of")])
    #expect(run.status == 2)
    #expect(run.complaints.contains("--break unheard-of did not answer hello"), "\(run.complaints)")
  }

  @Test func `The package's own catalogue is read`() throws {
    func file(_ path: String) throws -> Data {
      try Data(contentsOf: URL(fileURLWithPath: "\(FixtureCases.package)/\(path)"))
    }
    let catalogue = ClauseCatalogue(specification: String(decoding: try file("SPEC.md"), as: UTF8.self))
    let faults = try PlantedFault.all(reading: try file("Faults/catalogue.json"), file: "catalogue.json", catalogue)
    #expect(faults.count >= 200)
  }

  @Test func `A fault planted as a patch is for somebody else, and a catalogue of those shows nothing`() async throws {
    let patch =
      #"{"id": "p", "title": "T.", "clauses": ["ENQ-1"], "plant": {"patch": "p"}, "caughtBy": "x", "blackBox": true}"#
    let run = try await Self.run([patch])
    #expect(run.status == 3)
    #expect(run.output.isEmpty)
  }

  // MARK: The matrix

  private static func cases() throws -> [ConformanceCase] {
    let text =
      #"{"format": 1, "suite": "s", "cases": [\#(FixtureFolder.oneCase("one")), \#(FixtureFolder.oneCase("two"))]}"#
    return FixtureLibrary.read(text.utf8, file: "x", ClauseCatalogue(specification: specification)).cases
  }

  private static func matrix(_ kills: [String: CaseResult.Outcome], excuses: String? = "{}") throws -> KillMatrix {
    let cases = try cases()
    let catalogue = ClauseCatalogue(specification: specification)
    let faults = try PlantedFault.all(reading: "[\(fault("rude"))]".utf8, file: "f", catalogue)
    let excused = try excuses.map {
      try CaseExcuses(reading: #"{"format": 1, "cases": \#($0)}"#.utf8, file: "e", for: cases)
    }
    return KillMatrix(cases, faults.map { .init(fault: $0, kills: kills) }, excused: excused, seconds: 1)
  }

  @Test(arguments: [
    (["one": CaseResult.Outcome.fail, "two": .fail], "{}", [String](), [String](), 0),
    (["one": .fail], "{}", ["two"], [], 1),
    (["one": .fail], #"{"two": "why"}"#, [], [], 0),
    (["one": .fail, "two": .crash], #"{"t*": "why"}"#, [], ["t*"], 1),
  ])
  func `A case that finds nothing needs a reason, and a reason a case that finds nothing`(
    kills: [String: CaseResult.Outcome], excuses: String, idle: [String], stale: [String], exitCode: Int32
  ) throws {
    let matrix = try Self.matrix(kills, excuses: excuses)
    #expect(matrix.idle.map(\.id) == idle)
    #expect(matrix.stale == stale)
    #expect(matrix.exitCode == exitCode)
  }

  @Test func `Where not every case met every fault no case is called idle`() throws {
    #expect(try Self.matrix(["one": .fail], excuses: nil).exitCode == 0)
  }

  @Test func `The page has a cell for each find, and says what survived`() throws {
    let page = try Self.matrix(["one": .fail, "two": .crash]).html
    #expect(page.contains(#"<td class="own" title="one: fail"></td><td class="own" title="two: crash"></td>"#))
    #expect(try Self.matrix([:]).html.contains(#"<tr class="survived">"#))
  }

  @Test(arguments: [
    (#"{"three": "why"}"#, "\"three\" names no case"), (#"{"one": " "}"#, "the reason is empty"),
  ])
  func `An excuse that cannot hold is told`(excuses: String, said: String) throws {
    let fault = #expect(throws: FixtureFaults.self) { try Self.matrix([:], excuses: excuses) }
    #expect(fault?.description.contains(said) == true)
  }
}
