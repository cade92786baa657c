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

  package func makeIdentifier() -> UUID { UUID() }

  package func makeGeneration() -> UInt64 { UInt64.random(in: .min ... .max) }
}
