internal import Foundation

/// Everything that a history tells about the messages of one identifier.
struct MessageFate {
  /// Something that can have put the message there.
  struct Source {
    /// `nil` for a planted file.
    var operation: Int?
    var start: UInt64
    var end: UInt64
    /// `nil` for a restore, which keeps it.
    var payload: String?
    /// What its date can be.
    var date: ClosedRange<Double>
    /// Whether it certainly was there at some moment between start and end.
    var isCertain: Bool
    var durability: HistoryDurability
    /// As the name of a planted file says.
    var attempts = 0
    var size: Int?
    /// Whether claims pass over it (CLM-8).
    var isUnreadable = false
  }

  /// One delivery.
  struct Delivery {
    /// `nil` for the quiet phase at the end.
    var operation: Int?
    var process: Int
    var start: UInt64
    var end: UInt64
    /// What the clock can have shown during the claim.
    var clock: ClosedRange<Double>
    var claim: HistoryClaim
  }

  let id: UUID
  var sources: [Source] = []
  /// Whether it can have been two files at once: somebody put one there, and there was another.
  var hasSeveralFiles: Bool { sources.count > 1 && sources.contains { $0.operation == nil } }
  var deliveries: [Delivery] = []
  /// Enqueues that failed: they stored nothing.
  var failedEnqueues: [Int] = []
  /// Operations that remove a dead letter with this identifier, by restoring or for good, as far as they may have succeeded.
  var removals: [Int] = []
}

/// Everything that a history tells about one token.
struct TokenFate {
  /// The delivery that gave it: identifier and position among its deliveries; `nil` if none did.
  var delivery: (message: Int, number: Int)?
  /// Acknowledges, releases and rejects, and extends, as far as they were called with it.
  var endings: [Int] = []
  var renewals: [Int] = []
}
