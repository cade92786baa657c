import AppGroupMailbox

/// Limits as they are sent: what is missing has its default, and `maxAttempts` may be `null` for never.
struct LimitsOnWire: Decodable {
  private let limits: MailboxLimits

  private enum Key: String, CodingKey {
    case maxMessages, maxPayloadBytes, messageLifetime, claimTimeout, maxQuarantinedFiles, maxAttempts, maxDeadLetters
    case lockTimeout
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    var limits = MailboxLimits()
    func set<Value: Decodable>(_ path: WritableKeyPath<MailboxLimits, Value>, _ key: Key) throws {
      if let value = try container.decodeIfPresent(Value.self, forKey: key) { limits[keyPath: path] = value }
    }
    try set(\.maxMessages, .maxMessages)
    try set(\.maxPayloadBytes, .maxPayloadBytes)
    try set(\.messageLifetime, .messageLifetime)
    try set(\.claimTimeout, .claimTimeout)
    try set(\.maxQuarantinedFiles, .maxQuarantinedFiles)
    try set(\.maxDeadLetters, .maxDeadLetters)
    try set(\.lockTimeout, .lockTimeout)
    if container.contains(.maxAttempts) {
      limits.maxAttempts = try container.decode(Int?.self, forKey: .maxAttempts)
    }
    self.limits = limits
  }

  var value: MailboxLimits { limits }
}
