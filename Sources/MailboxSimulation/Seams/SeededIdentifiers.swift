internal import AppGroupMailbox
package import Foundation

/// Identifiers that are the same in every run, and differ between two sources with different seeds.
package final class SeededIdentifiers: IdentifierSource {
  private let generator: StateLock<SplitMix64>

  /// The sequence that belongs to a seed.
  package init(seed: UInt64) {
    generator = StateLock(SplitMix64(seed: seed))
  }

  package func makeIdentifier() -> UUID {
    let (high, low) = generator.withLock { ($0.next(), $0.next()) }
    return UUID(high: high & ~0xF000 | 0x4000, low: low & ~(0b11 << 62) | 0b10 << 62)
  }

  package func makeGeneration() -> UInt64 {
    generator.withLock { $0.next() }
  }
}

extension UUID {
  /// An identifier of two halves.
  package init(high: UInt64, low: UInt64) {
    var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &bytes) { buffer in
      buffer.storeBytes(of: high.bigEndian, toByteOffset: 0, as: UInt64.self)
      buffer.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
    }
    self.init(uuid: bytes)
  }
}
