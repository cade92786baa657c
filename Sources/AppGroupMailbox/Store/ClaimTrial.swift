#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What a claim that waits for nobody tells of what it did not deliver.
struct ClaimTrial {
  /// Messages that it claimed, or tried to, and that may wait still.
  var undelivered: Set<UUID>
  /// In how many seconds the first of the claims that are held now will be abandoned, as far as known.
  var nextRecovery: Double?
  /// Whether so many files failed that it did not look at the rest.
  var endedEarly: Bool
}
