import MailboxSimulation

/// A request in the lines of Fixtures/PROTOCOL.md.
struct ProtocolRequest {
  let operation: String
  let line: [UInt8]
  /// Whether no argument is missing, of another type, or of nothing that can be there.
  let isSound: Bool

  init(drawnFrom tape: ChoiceTape, seq: Int) {
    operation = tape.pick(from: Array(Self.arguments.keys.sorted()))
    var isSound = true
    let arguments = Self.arguments[operation, default: []].compactMap { argument -> String? in
      if tape.chance(1, in: 24) {
        isSound = isSound && argument.isOptional
        return nil
      }
      guard tape.chance(1, in: 16) else {
        let value = tape.pick(from: argument.values)
        if argument.name == "mailbox", value != "0" { isSound = false }
        return "\"\(argument.name)\":\(value)"
      }
      isSound = false
      return "\"\(argument.name)\":\(tape.pick(from: Self.strange))"
    }
    // What was not claimed or listed cannot be settled.
    let isSettling = Self.arguments[operation, default: []].contains { ["claim", "letter"].contains($0.name) }
    self.isSound = isSound && !isSettling
    line = Array(
      "{\"seq\":\(seq),\"op\":\"\(operation)\",\"args\":{\(arguments.joined(separator: ","))}}".utf8)
  }

  private struct Argument {
    var name: String
    var values: [String]
    var isOptional = false
  }

  private static let strange = [
    "null", "true", "-1", "0", "1e400", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "1.5",
    "\"\"",
    "\"inf\"", "\"nan\"", "[]", "{}", "\"\\ud800\"", "\"\\u0000\"", String(repeating: "[", count: 600),
  ]

  private static let messages = [
    "\"a\"", "null", "{\"k\":[1,2.5,true]}", "\"\\u0000\"", "1e300", "18446744073709551615", "-0.0",
    String(repeating: "[", count: 200) + String(repeating: "]", count: 200),
    "\"" + String(repeating: "x", count: 300) + "\"",
  ]

  private static let identifiers = [
    "\"00000000-0000-4000-8000-000000000001\"", "\"00000000-0000-4000-8000-00000000000A\"",
    "\"00000000-0000-4000-8000-00000000000a\"",
  ]

  private static let mailbox = Argument(name: "mailbox", values: ["0", "1"], isOptional: true)
  private static let claim = Argument(name: "claim", values: ["0", "1", "2"])
  private static let letter = Argument(name: "letter", values: ["0", "1"])
  private static let limits = [
    "{}", "{\"maxMessages\":2}", "{\"maxMessages\":0}", "{\"maxAttempts\":null}", "{\"maxAttempts\":1}",
    "{\"messageLifetime\":1}", "{\"messageLifetime\":\"inf\"}", "{\"claimTimeout\":1e308}", "{\"lockTimeout\":\"nan\"}",
    "{\"maxPayloadBytes\":200}", "{\"maxPayloadBytes\":9223372036854775807}",
    "{\"maxQuarantinedFiles\":0,\"maxDeadLetters\":0}",
  ]

  private static let arguments: [String: [Argument]] = [
    "hello": [
      Argument(name: "protocols", values: ["[1]", "[1,2]"]),
      Argument(name: "root", values: ["\"/\"", "\"/container\""], isOptional: true),
    ],
    "open": [
      Argument(
        name: "container", values: ["\"/container\"", "\"/container\"", "\"/container/\"", "\"container\"", "\"/new\""]),
      Argument(name: "namespace", values: ["\"inbox\"", "\"inbox\"", "\"other\"", "\"..\"", "\"a/b\""]),
      Argument(name: "limits", values: limits, isOptional: true),
      Argument(name: "policy", values: ["\"rejectNewest\"", "\"discardOldest\""], isOptional: true),
      Argument(name: "durability", values: ["\"powerLoss\"", "\"ordered\"", "\"processCrash\""], isOptional: true),
      Argument(name: "consumer", values: ["\"json\"", "\"string\""], isOptional: true),
    ],
    "enqueue": [
      mailbox, Argument(name: "message", values: messages),
      Argument(name: "id", values: identifiers, isOptional: true),
      Argument(
        name: "enqueuedAt", values: ["800000000", "0", "-1e308", "1e308", "\"nan\"", "\"inf\"", "5e-324"],
        isOptional: true),
    ],
    "enqueueBatch": [
      mailbox,
      Argument(
        name: "messages",
        values: [
          "[]", "[{\"message\":1},{\"message\":2}]",
          "[{\"message\":1,\"id\":\(identifiers[0])},{\"message\":2,\"id\":\(identifiers[0])}]",
        ]),
    ],
    "claim": [
      mailbox, Argument(name: "limit", values: ["1", "0", "-1", "2", "9223372036854775807"], isOptional: true),
    ],
    "acknowledge": [claim], "release": [claim], "extend": [claim], "reject": [claim],
    "maintain": [mailbox], "deadLetters": [mailbox], "statistics": [mailbox], "diagnostics": [mailbox],
    "restore": [letter], "remove": [letter],
    "clock": [
      Argument(
        name: "now",
        values: ["800000000", "800000100", "0", "-1e308", "1e308", "1e18"])
    ],
    "bye": [],
  ]
}
