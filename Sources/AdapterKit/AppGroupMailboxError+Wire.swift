import AppGroupMailbox

extension AppGroupMailboxError {
  /// The name of the case.
  package var code: String {
    switch self {
    case .invalidNamespace: "invalidNamespace"
    case .invalidLimit: "invalidLimit"
    case .invalidDate: "invalidDate"
    case .containerUnavailable: "containerUnavailable"
    case .mailboxFull: "mailboxFull"
    case .payloadTooLarge: "payloadTooLarge"
    case .batchTooLarge: "batchTooLarge"
    case .unsafeFile: "unsafeFile"
    case .claimNoLongerExists: "claimNoLongerExists"
    case .ioFailure: "ioFailure"
    case .encodingFailure: "encodingFailure"
    case .decodingFailure: "decodingFailure"
    case .busy: "busy"
    case .notDurable: "notDurable"
    case .deadLettersFull: "deadLettersFull"
    case .deadLetterNoLongerExists: "deadLetterNoLongerExists"
    case .duplicateMessage: "duplicateMessage"
    }
  }

  /// Code and details, as the protocol reports them.
  var onWire: JSONValue {
    var members: [String: JSONValue] = ["code": .string(code)]
    switch self {
    // Its name in release 0.1 is of the library, and the argument's of the protocol.
    case .invalidLimit("claim limit"): members["limit"] = "limit"
    case .invalidLimit(let name): members["limit"] = .string(name)
    case .payloadTooLarge(let actual, let maximum):
      members["actualBytes"] = JSONValue(actual)
      members["maximumBytes"] = JSONValue(maximum)
    case .batchTooLarge(let actual, let maximum):
      members["actualCount"] = JSONValue(actual)
      members["maximumCount"] = JSONValue(maximum)
    case .ioFailure(let call, let errno):
      members["call"] = .string(call.rawValue)
      members["errno"] = JSONValue(errno)
    case .notDurable(let id): members["id"] = .string(id.uuidString)
    default: break
    }
    return .object(members)
  }
}

extension MailboxDiagnostic {
  /// Event and details, as the protocol reports them.
  var onWire: JSONValue {
    switch self {
    case .expiredMessageRemoved: ["event": "expiredMessageRemoved"]
    case .abandonedClaimRecovered: ["event": "abandonedClaimRecovered"]
    case .unsafeFileQuarantined: ["event": "unsafeFileQuarantined"]
    case .malformedMessageQuarantined: ["event": "malformedMessageQuarantined"]
    case .oldestMessageDiscarded: ["event": "oldestMessageDiscarded"]
    case .repeatedMessageIgnored: ["event": "repeatedMessageIgnored"]
    case .messageDeadLettered(let reason): ["event": "messageDeadLettered", "reason": .string(reason.rawValue)]
    case .deadLettersFull: ["event": "deadLettersFull"]
    case .newerFormatSkipped: ["event": "newerFormatSkipped"]
    case .fileSkipped(let call, let errno): Self.failure("fileSkipped", call, errno)
    case .cleanupFailed(let call, let errno): Self.failure("cleanupFailed", call, errno)
    }
  }

  private static func failure(_ event: String, _ call: MailboxSystemCall, _ errno: Int32) -> JSONValue {
    ["event": .string(event), "call": .string(call.rawValue), "errno": JSONValue(errno)]
  }
}
