import AppGroupMailbox
import Foundation

/// What several messages together break.
extension Verification {
  private static let ordinalBound: UInt64 = 1 << 62

  var setFindings: [Finding] { repeatedIDs + repeatedOrdinals + repeatedTokens + highOrdinals + legacyNames + depth }

  private var waiting: [SeenEntry] { sight.pending + sight.claimed }

  /// Groups of entries with the same key, of which at least two are different files.
  private func repeated<Key: Hashable & Comparable>(_ entries: [SeenEntry], _ key: (SeenEntry) -> Key?) -> [[SeenEntry]]
  {
    var groups: [Key: [SeenEntry]] = [:]
    for entry in entries where entry.kind == .file {
      if let key = key(entry) { groups[key, default: []].append(entry) }
    }
    return groups.sorted { $0.key < $1.key }.map(\.value)
      .filter { Set($0.compactMap(\.status?.identity)).count > 1 }
  }

  private var repeatedIDs: [Finding] {
    repeated(waiting) { $0.message?.id.uuidString }.flatMap { group in
      group.map {
        Finding(.error, ["ENQ-2", "DLQ-5"], "several messages with one id, of which one is delivered", $0.label)
      }
    }
  }

  private var repeatedOrdinals: [Finding] {
    // Those of one id are told of already.
    repeated(waiting) { $0.message?.ordinal }.filter { Set($0.compactMap(\.message?.id)).count > 1 }.flatMap { group in
      group.map {
        Finding(
          .error, ["LAY-10"], "several messages with one ordinal", $0.label, detail: "ordinal \($0.message!.ordinal)")
      }
    }
  }

  private var repeatedTokens: [Finding] {
    func token(_ entry: SeenEntry) -> String? {
      if case .claimed(let name) = entry.meaning { name.token.uuidString } else { nil }
    }
    return repeated(sight.claimed, token).flatMap { group in
      group.map { Finding(.error, ["LSE-4"], "several claims with one token", $0.label) }
    }
  }

  private var highOrdinals: [Finding] {
    waiting.filter { $0.message!.ordinal > Self.ordinalBound }.map {
      Finding(.note, ["ORD-5", "LAY-10"], "an ordinal that no writer gives; it does no harm", $0.label)
    }
  }

  private var legacyNames: [Finding] {
    let names = sight.pending.filter { $0.message!.isLegacy }
    return names.map {
      Finding(.note, ["IOP-3"], "a name of release 0.1, lengthened when it is settled", $0.label)
    }
  }

  private var depth: [Finding] {
    guard let most = settings.maxMessages, waiting.count > most else { return [] }
    return [
      Finding(
        .error, ["LIM-4", "OVF-5"], "more messages than --max-messages permits", detail: "\(waiting.count) of \(most)")
    ]
  }
}
