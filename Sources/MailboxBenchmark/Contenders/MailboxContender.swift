import AppGroupMailbox
import Foundation

/// The library as apps use it.
final class MailboxContender: Contender {
  private let mailbox: AppGroupMailbox<String>
  private var held: [MailboxClaim<String>] = []

  init(in folder: String, _ durability: Durability, depth: Int) throws {
    let limits = MailboxLimits(
      maxMessages: depth + 100_000, maxPayloadBytes: 1 << 24, messageLifetime: .infinity, claimTimeout: .infinity,
      maxAttempts: nil, lockTimeout: 60)
    mailbox = try AppGroupMailbox(
      containerURL: URL(fileURLWithPath: folder, isDirectory: true), namespace: "benchmark", limits: limits,
      durability: MailboxDurability(durability))
  }

  func enqueue(_ message: String) throws { try mailbox.enqueue(message) }

  func enqueue(contentsOf messages: [String]) throws { try mailbox.enqueue(contentsOf: messages) }

  func claim(_ limit: Int) throws -> Int {
    let claims = try mailbox.claimPending(limit: limit)
    held += claims
    return claims.count
  }

  func acknowledge() throws {
    for claim in held { try claim.acknowledge() }
    held = []
  }

  func release() throws {
    for claim in held { try claim.release() }
    held = []
  }

  func look() throws { _ = try mailbox.statistics() }
}

extension MailboxDurability {
  fileprivate init(_ durability: Durability) {
    switch durability {
    case .processCrash: self = .processCrash
    case .ordered: self = .ordered
    case .powerLoss: self = .powerLoss
    }
  }
}
