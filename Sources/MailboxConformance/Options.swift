import ConformanceKit
import Foundation

/// A command line that cannot be understood.
struct UsageError: Error, CustomStringConvertible {
  let description: String
}

/// What the command line asks for.
struct Options {
  var verb = "run"
  var operands: [String] = []
  var fixtures: String?
  var adapters: [String] = []
  var only: [String] = []
  var excluded: [String] = []
  var clauses: [String] = []
  var profile = "full"
  var format = "text"
  var seconds = 10.0
  var isPerturbing = false
  var jobs = 1
  var keeping: String?
  var faults: String?
  var isFull = false
  var baseline: String?

  static let verbs = ["run", "list", "show", "lint", "trace", "selftest", "materialize", "help"]

  init(_ words: [String]) throws {
    var rest = words[...]
    func value(of option: String) throws -> String {
      guard let value = rest.popFirst() else { throw UsageError(description: "\(option) needs a value") }
      return value
    }
    var plain: [String] = []
    while let word = rest.popFirst() {
      switch word {
      case "--help", "-h": plain.insert("help", at: 0)
      case "--fixtures": fixtures = try value(of: word)
      case "--adapter": adapters.append(try value(of: word))
      case "--only": only.append(try value(of: word))
      case "--exclude": excluded.append(try value(of: word))
      case "--clause": clauses.append(try value(of: word))
      case "--profile": profile = try Self.choice(word, value(of: word), ["core", "full"])
      case "--format": format = try Self.choice(word, value(of: word), Report.Format.allCases.map(\.rawValue))
      case "--perturb": isPerturbing = true
      case "--full": isFull = true
      case "--faults": faults = try value(of: word)
      case "--keep": keeping = try value(of: word)
      case "--jobs":
        let text = try value(of: word)
        guard let number = Int(text), (1...64).contains(number) else {
          throw UsageError(description: "--jobs takes a number from 1 to 64, not '\(text)'")
        }
        jobs = number
      case "--baseline": baseline = try value(of: word)
      case "--timeout":
        let text = try value(of: word)
        guard let number = Double(text), number > 0, number <= 3600 else {
          throw UsageError(description: "--timeout takes seconds above 0 and up to 3600, not '\(text)'")
        }
        seconds = number
      case _ where word.hasPrefix("--"): throw UsageError(description: "there is no option \(word)")
      default: plain.append(word)
      }
    }
    if let first = plain.first {
      verb = try Self.choice("the verb", first, Self.verbs)
      operands = Array(plain.dropFirst())
    }
    if verb == "selftest" { _ = try Self.choice("--format of selftest", format, ["text", "json", "html"]) }
    // A trace is no report of a run, and only a run has known failures.
    if verb == "trace" { _ = try Self.choice("--format of trace", format, ["text", "json"]) }
    if baseline != nil, verb != "run", verb != "help" {
      throw UsageError(description: "--baseline is for run, not for \(verb)")
    }
    let wanted = ["show": 1, "materialize": 2][verb] ?? 0
    if verb != "help", verb != "selftest", operands.count != wanted {
      throw UsageError(description: "\(verb) takes \(wanted) operands, and \(operands.count) are there")
    }
  }

  private static func choice(_ what: String, _ value: String, _ choices: [String]) throws -> String {
    guard choices.contains(value) else {
      throw UsageError(description: "\(what) can be \(choices.joined(separator: ", ")), not '\(value)'")
    }
    return value
  }

  /// Whether a case is asked for.
  func selects(_ one: ConformanceCase, in library: FixtureLibrary) -> Bool {
    (only.isEmpty || only.contains { Glob.matches($0, one.id) })
      && !excluded.contains { Glob.matches($0, one.id) }
      && (clauses.isEmpty || clauses.contains { one.clauses.contains($0) })
      && (profile == "full" || library.isCore(one))
  }

  static let help = """
    MailboxConformance judges an implementation of the mailbox by the cases of Fixtures/ and what it does to the directory.

    MailboxConformance [run]                runs the cases
    MailboxConformance list                 lists them
    MailboxConformance show ID              shows one, with the text of its clauses
    MailboxConformance lint [--perturb]     checks the fixtures themselves; --perturb: that every single expectation
                                            decides something, by changing each and running the case
    MailboxConformance trace [--clause ID]  shows for each clause which of all cases name it, or the reason in no-case.json
                                            why there is none; as text or json
    MailboxConformance selftest [GLOB …]    has an implementation commit known faults, one at a time (--adapter, which is told
                                            --break NAME; the example in Python without it), and prints which case
                                            finds which; fails if one survives. Each fault meets the cases of the clauses
                                            that it breaks; with --full it meets all, and it also fails if a case finds
                                            nothing (many minutes). --faults names another catalogue than
                                            Faults/catalogue.json; --format can be text, json or html
    MailboxConformance materialize ID DIR   builds the directory that a case begins with, to be looked at

      --adapter "COMMAND"     the implementation to judge, split into words as a shell would; without it, the reference
                              library (MailboxAdapter beside this program). Fixtures/PROTOCOL.md says what it must speak.
                              Given twice, the two work on one directory: each does what some of a case's actors do, and
                              where there is one actor they take turns.
      --fixtures DIR          where the cases are; without it, beside the sources or in the working directory
      --only GLOB, --exclude GLOB, --clause ID   choose cases; may be repeated
      --profile core|full     core: only what release 0.1 promised already
      --baseline FILE         known failures, which do not make a run fail while they are there; Fixtures/README.md says how
                              they are written
      --timeout SECONDS       how long one answer may take; 10 without it
      --jobs N                how many cases are run at a time; 1 without it, and at most one a processor
      --keep DIR              keep the folder of every case that did not pass, as DIR/ID
      --format FORMAT         the report: text, json, tap, junit (XML), or html (one page, to be opened in a browser)

    Exit: 0 conformant, 1 not, 2 usage, 3 incomplete (nothing run, or not all could be run here), 4 a fault of the suite.

    """
}
