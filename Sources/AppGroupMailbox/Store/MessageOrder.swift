#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension PendingName: Comparable {
  /// Seconds between 1970 and 2001.
  static let referenceOffset = 978_307_200.0

  /// The date that the message is ordered and expires by, in seconds since 2001.
  ///
  /// A name of release 0.1 whose body cannot be read just
  /// now has only its ordinal, which was the clock in milliseconds (clause ORD-4).
  package var orderingSeconds: Double {
    details?.date.seconds ?? Double(ordinal) / 1000 - Self.referenceOffset
  }

  /// Date, then ordinal, then identifier (clauses ORD-1, ORD-2); attempts last, so that the order is total.
  package static func < (left: PendingName, right: PendingName) -> Bool {
    if left.orderingSeconds != right.orderingSeconds { return left.orderingSeconds < right.orderingSeconds }
    if left.ordinal != right.ordinal { return left.ordinal < right.ordinal }
    if left.id != right.id { return UUID.inByteOrder(left.id, right.id) }
    return left.attempts < right.attempts
  }
}
