#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The evidence for which a file was quarantined (section 2.4 of SPEC.md).
package enum QuarantineReason: String, Sendable, CaseIterable {
  case name, type, links, oversize, body, mismatch
}

/// `quarantine-<milliseconds>-<UUID>-<reason>.bin`, or release 0.1's name without a reason (clause LAY-7).
package struct QuarantineName: Hashable, Sendable {
  /// Since 1970.
  package var milliseconds: UInt64
  package var id: UUID
  package var reason: String?
  /// How many digits the milliseconds are written with: they may have leading zeros, and a name is only ever read as it is written.
  private var width: Int

  package init(milliseconds: UInt64, id: UUID, reason: QuarantineReason) {
    self.milliseconds = milliseconds
    self.id = id
    self.reason = reason.rawValue
    width = 1
  }

  package init?(parsing bytes: ArraySlice<UInt8>) {
    var reader = ByteReader(bytes)
    guard reader.take("quarantine-") else { return nil }
    let before = reader.rest.count
    guard let milliseconds = reader.takeDigits(upTo: 20) else { return nil }
    width = before - reader.rest.count
    guard reader.take("-"), let id = reader.takeUUID() else { return nil }
    self.milliseconds = milliseconds
    self.id = id
    if reader.take("-") {
      guard let reason = reader.takeReason() else { return nil }
      self.reason = reason
    }
    guard reader.take(".bin"), reader.rest.isEmpty else { return nil }
  }

  package var fileName: FileName {
    var text = Array("quarantine-".utf8)
    text.appendDecimal(milliseconds, width: width)
    text.append(0x2D)
    UUIDText.append(id, to: &text)
    if let reason {
      text.append(0x2D)
      text.append(contentsOf: reason.utf8)
    }
    text.append(contentsOf: ".bin".utf8)
    return FileName(text)
  }
}
