#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// `pending-<ordinal>-<id>-<date>-<attempts>.json`, or release 0.1's `pending-<ordinal>-<id>.json` (clauses LAY-4, LAY-9).
package struct PendingName: Hashable, Sendable {
  /// What names of format 1 have and those of release 0.1 have not.
  package struct Details: Hashable, Sendable {
    package var date: NameDate
    /// 0 to 9999.
    package var attempts: Int

    package init(date: NameDate, attempts: Int) {
      self.date = date
      self.attempts = attempts
    }
  }

  package static let highestAttempts = 9999

  package var ordinal: UInt64
  package var id: UUID
  /// `nil` in a name of release 0.1.
  package var details: Details?

  package init(ordinal: UInt64, id: UUID, details: Details?) {
    self.ordinal = ordinal
    self.id = id
    self.details = details
  }

  package var isLegacy: Bool { details == nil }

  /// Deliveries that ended in neither acknowledge nor release; a name of release 0.1 has counted none.
  package var attempts: Int { details?.attempts ?? 0 }

  /// The name under which a claim returns the message if its consumer dies (clause CLM-5).
  package func raisingAttempts() -> PendingName {
    var raised = self
    if let details { raised.details!.attempts = min(details.attempts + 1, Self.highestAttempts) }
    return raised
  }

  package init?(parsing bytes: ArraySlice<UInt8>) {
    var reader = ByteReader(bytes)
    self.init(reading: &reader)
    guard reader.rest.isEmpty else { return nil }
  }

  init?(reading reader: inout ByteReader) {
    guard reader.take("pending-"), let ordinal = reader.takeDigits(20), reader.take("-"), let id = reader.takeUUID()
    else { return nil }
    self.ordinal = ordinal
    self.id = id
    if reader.take("-") {
      guard let ordered = reader.takeHexadecimal(), let date = NameDate(ordered: ordered), reader.take("-"),
        let attempts = reader.takeDigits(4)
      else { return nil }
      details = Details(date: date, attempts: Int(attempts))
    }
    guard reader.take(".json") else { return nil }
  }

  package var fileName: FileName {
    var text = [UInt8]()
    text.reserveCapacity(96)
    append(to: &text)
    return FileName(text)
  }

  func append(to text: inout [UInt8]) {
    text.append(contentsOf: "pending-".utf8)
    text.appendDecimal(ordinal, width: 20)
    text.append(0x2D)
    UUIDText.append(id, to: &text)
    if let details {
      text.append(0x2D)
      text.appendHexadecimal(details.date.ordered)
      text.append(0x2D)
      text.appendDecimal(UInt64(details.attempts), width: 4)
    }
    text.append(contentsOf: ".json".utf8)
  }
}

extension [UInt8] {
  mutating func appendDecimal(_ value: UInt64, width: Int) {
    var length = 1
    var rest = value / 10
    while rest > 0 {
      length += 1
      rest /= 10
    }
    let end = count + Swift.max(length, width)
    while count < end { append(0x30) }
    var place = end
    rest = value
    while rest > 0 {
      place -= 1
      self[place] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
  }

  mutating func appendHexadecimal(_ value: UInt64) {
    var shift: UInt64 = 64
    while shift > 0 {
      shift -= 4
      let digit = UInt8(truncatingIfNeeded: value >> shift) & 15
      append(digit < 10 ? 0x30 + digit : 0x61 + digit - 10)
    }
  }
}
