#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// An identifier as two numbers, which sets and dictionaries hash several times as fast as a `UUID`.
struct IdentifierKey: Hashable, Sendable {
  private let high: UInt64
  private let low: UInt64

  init(_ id: UUID) {
    (high, low) = withUnsafeBytes(of: id.uuid) { bytes in
      (bytes.loadUnaligned(as: UInt64.self), bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }
  }
}
