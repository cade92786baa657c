import AppGroupMailbox
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Names the clauses of SPEC.md that a test, or every test of a suite, shows to hold.
///
/// When a test has run, one line `CLAUSE<TAB>Module.Suite/test` a clause is appended to the file that the environment
/// variable `MAILBOX_TRACE` names. A test that was skipped or cancelled, or that has no arguments, leaves no line.
/// `.ci/trace` reads the file.
public struct ClauseTrait: TestTrait, SuiteTrait, TestScoping {
  /// The clauses' identifiers, as SPEC.md writes them.
  public let identifiers: [String]

  /// True: a suite's clauses are those of each of its tests, so that a suite nobody ran records nothing.
  public var isRecursive: Bool { true }

  /// Records once for each case of a test, never for a suite.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> ClauseTrait? {
    testCase == nil ? nil : self
  }

  /// Runs the test, then records its clauses.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    try await function()
    ClauseRecord.shared.add(identifiers, shownBy: test.traceName)
  }
}

extension Trait where Self == ClauseTrait {
  /// The clauses of SPEC.md that this test shows to hold.
  ///
  /// - Parameter identifiers: One to three identifiers, such as `"ENQ-4"`; anything else stops the test run.
  /// - Returns: The trait that records them.
  public static func clauses(_ identifiers: String...) -> Self {
    precondition((1...3).contains(identifiers.count), "a test names one to three clauses, not \(identifiers.count)")
    for identifier in identifiers {
      precondition(
        identifier.wholeMatch(of: /[A-Z]{3}-[0-9]+/) != nil, "\"\(identifier)\" is not of the form ENQ-4")
    }
    return ClauseTrait(identifiers: identifiers)
  }
}

extension Test {
  /// `Module.Suite/test`: the identifier without the source location at its end.
  fileprivate var traceName: String {
    let text = String(describing: id)
    return text.firstMatch(of: /^(.+)\/[^\/]+\.swift:[0-9]+:[0-9]+$/).map { String($0.1) } ?? text
  }
}

/// The file of lines, shared with the other test bundles and with helper processes.
///
/// No actor: its turn comes on the common pool, behind all tests that are ready to run.
final class ClauseRecord: Sendable {
  static let shared = ClauseRecord()

  private let written = StateLock<Set<String>>([])
  private let descriptor: CInt

  private init() {
    guard let path = getenv("MAILBOX_TRACE") else {
      descriptor = -1
      return
    }
    descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    precondition(descriptor >= 0, "MAILBOX_TRACE names a file that cannot be written: \(String(cString: path))")
  }

  /// Records that something that ran showed some clauses.
  func add(_ clauses: [String], shownBy witness: String) {
    for clause in clauses { append("\(clause)\t\(witness)\n") }
  }

  /// Appends a line the first time it is seen, in one write, so that lines of several processes do not mix.
  private func append(_ line: String) {
    guard descriptor >= 0, written.withLock({ $0.insert(line).inserted }) else { return }
    let count = Array(line.utf8).withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    precondition(count == line.utf8.count, "a line of the clause record was not written whole")
  }
}
