import Foundation

/// This program, started once more.
enum Child {
  enum End: Equatable {
    case exit(Int32)
    case killed
  }

  static func run(_ arguments: [String]) async throws -> End {
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = arguments
    return try await withCheckedThrowingContinuation { continuation in
      process.terminationHandler = {
        continuation.resume(returning: $0.terminationReason == .exit ? .exit($0.terminationStatus) : .killed)
      }
      do { try process.run() } catch { continuation.resume(throwing: error) }
    }
  }
}
