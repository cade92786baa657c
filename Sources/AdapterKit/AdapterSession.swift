import AppGroupMailbox
import Foundation

/// One conversation: what was opened, claimed and listed in it, under the numbers that the other side knows.
package final class AdapterSession {
  static let protocolVersion = 1
  static let version = "1.0.0"
  static let features = [
    "batch", "clock", "consumerTypes", "deadLetters", "diagnostics", "durability", "extend", "statistics",
  ]

  /// Whether the other side said bye.
  package private(set) var isOver = false
  var root = FileManager.default.currentDirectoryPath
  var mailboxes: [OpenedMailbox] = []
  var claims: [HeldClaim] = []
  var letters: [ListedLetter] = []
  /// That of all mailboxes of the session.
  let environment: MailboxEnvironment
  let clock: SettableClock

  /// A mailbox and what it told since it was asked.
  struct OpenedMailbox {
    var mailbox: any OpenMailbox
    var diagnostics: StateLock<[MailboxDiagnostic]>
  }

  /// - Parameter environment: What the mailboxes work on; its clock goes until the other side sets it.
  package init(_ environment: MailboxEnvironment = MailboxEnvironment()) {
    clock = SettableClock(environment.clock)
    var environment = environment
    environment.clock = clock
    self.environment = environment
  }

  /// Carries out what one line asks for.
  ///
  /// - Parameter line: With or without its end; what is no request is answered, too.
  /// - Returns: One line with its end.
  package func answer(to line: Data) -> Data {
    var reply = reply(to: line)
    do {
      return try reply.line()
    } catch {
      // A message that is nearly as deep as an encoder goes cannot stand in an answer.
      reply.outcome = .error(Self.invalidRequest("the answer cannot be written as JSON"))
    }
    do {
      return try reply.line()
    } catch {
      preconditionFailure("an answer of two words cannot be written: \(error)")
    }
  }

  private func reply(to line: Data) -> Reply {
    let began = clock.monotonicNanoseconds
    let (seq, outcome) = outcome(of: line)
    return Reply(seq: seq, outcome: outcome, began: began, ended: clock.monotonicNanoseconds)
  }

  private func outcome(of line: Data) -> (Int?, Reply.Outcome) {
    let request: Request
    do {
      request = try Request.decoder.decode(Request.self, from: line)
    } catch {
      return (nil, .error(Self.invalidRequest("not a request: \(error)")))
    }
    do {
      guard let value = try carryOut(request.op, line) else { return (request.seq, .unsupported(request.op)) }
      return (request.seq, .ok(value))
    } catch let error as AppGroupMailboxError {
      return (request.seq, .error(error.onWire))
    } catch {
      return (request.seq, .error(Self.invalidRequest("\(error)")))
    }
  }

  private static func invalidRequest(_ detail: String) -> JSONValue {
    ["code": "invalidRequest", "detail": .string(detail)]
  }

  /// - Returns: What the operation gave; `nil` if there is no such operation.
  private func carryOut(_ operation: String, _ line: Data) throws -> JSONValue? {
    func arguments<Arguments: Decodable>(_ type: Arguments.Type = Arguments.self) throws -> Arguments {
      try Request.decoder.decode(RequestArguments<Arguments>.self, from: line).args
    }
    switch operation {
    case "hello": return try hello(arguments())
    case "open": return try open(arguments())
    case "enqueue": return try enqueue(arguments())
    case "enqueueBatch": return try enqueueBatch(arguments())
    case "claim": return try claim(arguments())
    case "acknowledge": return try settle(arguments(), \.acknowledge)
    case "release": return try settle(arguments(), \.release)
    case "extend": return try settle(arguments(), \.extend)
    case "reject": return try settle(arguments(), \.reject)
    case "maintain": return try maintain(arguments())
    case "deadLetters": return try deadLetters(arguments())
    case "restore": return try settle(arguments(), \.restore)
    case "remove": return try settle(arguments(), \.remove)
    case "statistics": return try statistics(arguments())
    case "diagnostics": return try diagnostics(arguments())
    case "clock": return try set(clock: arguments())
    case "bye":
      isOver = true
      return [:]
    default: return nil
    }
  }

  private func hello(_ body: RequestBody.Hello) throws -> JSONValue {
    guard body.protocols.contains(Self.protocolVersion) else {
      throw InvalidRequest("only protocol \(Self.protocolVersion) is spoken here")
    }
    if let root = body.root { self.root = root }
    return [
      "protocol": JSONValue(Self.protocolVersion), "name": "AppGroupMailbox", "version": .string(Self.version),
      "language": "Swift", "features": .array(Self.features.map(JSONValue.string)),
      "behaviours": ["temporaries": "unnamed", "container": "create", "wake-up-merge": "operation"],
    ]
  }
}
