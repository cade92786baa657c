#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Where identifiers, tokens and names of temporaries come from.
package protocol IdentifierSource: Sendable {
  func makeIdentifier() -> UUID

  /// The first generation of a lock file.
  func makeGeneration() -> UInt64
}

/// Random identifiers.
package struct RandomIdentifierSource: IdentifierSource {
  package init() {}

  /// A UUID of version 4.
  ///
  /// Not `UUID()`: on Linux that opens a file, and in a process without a descriptor left it gives the same UUID every time
  /// (clause LSE-4).
  package func makeIdentifier() -> UUID {
    let high = UInt64.random(in: .min ... .max) & ~0xF000 | 0x4000
    let low = UInt64.random(in: .min ... .max) & ~(0b11 << 62) | 0b10 << 62
    return withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { UUID(uuid: $0.load(as: uuid_t.self)) }
  }

  package func makeGeneration() -> UInt64 { UInt64.random(in: .min ... .max) }
}
