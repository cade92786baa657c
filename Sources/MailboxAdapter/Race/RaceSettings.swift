import AdapterKit
import AppGroupMailbox
import Foundation

/// What all racing helpers are told.
struct RaceSettings {
  let mailbox: AppGroupMailbox<RaceMessage>
  let record: RaceRecord

  /// Takes them from the command line; the helper's number is what its tokens carry.
  init(_ arguments: inout CommandArguments, helper: Int) throws {
    var limits = MailboxLimits(maxAttempts: nil)
    if let maxMessages: Int = try arguments.takeIfThere("max-messages") { limits.maxMessages = maxMessages }
    if let lockTimeout: Double = try arguments.takeIfThere("lock-timeout") { limits.lockTimeout = lockTimeout }
    record = try RaceRecord(path: arguments.take("record"))
    mailbox = try AppGroupMailbox(
      containerPath: arguments.take("container"), namespace: arguments.take("namespace"), limits: limits,
      durability: try MailboxDurability(onWire: arguments.takeIfThere("durability") ?? "processCrash"),
      environment: MailboxEnvironment(
        fileSystem: try HaltPoint.fileSystem(&arguments), identifiers: NumberedIdentifiers(helper: helper)))
  }
}

/// Random identifiers that begin with a helper's number, so that the claims of a dead helper can be told from those of the living.
struct NumberedIdentifiers: IdentifierSource {
  let helper: Int

  func makeIdentifier() -> UUID {
    let random = UUID().uuidString.dropFirst(8)
    let number = String(helper, radix: 16, uppercase: true)
    return UUID(uuidString: String(repeating: "0", count: 8 - number.count) + number + random)!
  }

  func makeGeneration() -> UInt64 { RandomIdentifierSource().makeGeneration() }
}
