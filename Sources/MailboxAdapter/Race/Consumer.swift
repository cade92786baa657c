import AppGroupMailbox
import Foundation

/// Claims and settles until nothing is left and the marker says that nothing more will come.
struct Consumer {
  private let settings: RaceSettings
  private let marker: String
  private let limit: Int
  private let releaseEvery: Int?

  init(_ arguments: inout CommandArguments) throws {
    marker = try arguments.take("until-marker")
    limit = try arguments.takeIfThere("limit") ?? 8
    releaseEvery = try arguments.takeIfThere("release-every")
    settings = try RaceSettings(&arguments, helper: arguments.take("consumer"))
    try arguments.finish()
  }

  func run() throws {
    try StartingLine.wait()
    var handled = 0
    while true {
      // Looked at before the claim: what came before the marker is then claimed or there.
      let isLast = FileManager.default.fileExists(atPath: marker)
      guard let claims = try claim() else { continue }
      for claim in claims {
        handled += 1
        try settle(claim, handled)
      }
      guard claims.isEmpty else { continue }
      if isLast { return }
      Idling.pause()
    }
  }

  private func claim() throws -> [MailboxClaim<RaceMessage>]? {
    try settings.record.performing(.claim, outcome: { $0.map(\.message) }) { () throws(AppGroupMailboxError) in
      try settings.mailbox.claimPending(limit: limit)
    }
  }

  private func settle(_ claim: MailboxClaim<RaceMessage>, _ handled: Int) throws {
    let isReleased = releaseEvery.map { handled % $0 == 0 } ?? false
    _ = try settings.record.performing(
      isReleased ? .release : .acknowledge, [claim.message], outcome: { [claim.message] }
    ) { () throws(AppGroupMailboxError) in
      if isReleased { try claim.release() } else { try claim.acknowledge() }
    }
  }
}
