#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// `claimed-<token>-<pending name>`: held by a consumer (clause LAY-5).
package struct ClaimedName: Hashable, Sendable {
  package var token: UUID
  /// Where the message returns if its consumer dies.
  package var returning: PendingName

  package init(token: UUID, returning: PendingName) {
    self.token = token
    self.returning = returning
  }

  package init?(parsing bytes: ArraySlice<UInt8>) {
    var reader = ByteReader(bytes)
    guard reader.take("claimed-"), let token = reader.takeUUID(), reader.take("-"),
      let returning = PendingName(parsing: reader.rest)
    else { return nil }
    self.init(token: token, returning: returning)
  }

  package var fileName: FileName {
    var text = Array("claimed-".utf8)
    text.reserveCapacity(144)
    UUIDText.append(token, to: &text)
    text.append(0x2D)
    returning.append(to: &text)
    return FileName(text)
  }
}
