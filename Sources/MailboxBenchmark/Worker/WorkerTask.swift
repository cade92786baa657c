import Foundation

/// A queue that a process of its own is to open.
struct QueuePlace: Codable, Sendable {
  var kind: ContenderKind
  var folder: String
  var durability: Durability
  var depth: Int
  var payload: Int

  init(kind: ContenderKind, folder: String, _ ground: Cell.Ground) {
    self.kind = kind
    self.folder = folder
    durability = ground.durability
    depth = ground.depth
    payload = ground.payload
  }

  func open() throws -> any Contender { try kind.open(in: folder, durability, depth: depth) }

  var text: String { String(repeating: "m", count: payload) }
}

/// What a process does for the one that measures.
enum WorkerTask: Codable, Sendable {
  /// Stores and takes so many messages, from a moment on (``WorkerClock``).
  case cycles(QueuePlace, count: Int, start: UInt64)
  /// Stores one message; or nothing, where there is no queue.
  case coldStart(QueuePlace?)
  case fillDrain(QueuePlace)
  /// Takes a message and returns it for each line that it reads.
  case neighbour(QueuePlace)

  /// The hidden argument before it.
  static let verb = "--work"
}

struct CyclesReply: Codable {
  /// When it was done; `nil` if it came too late to begin with the others, and did nothing.
  var end: UInt64?
}

struct FillDrainReply: Codable {
  var seconds: Double
  var peakBytes: Int
}

/// Nanoseconds on a clock that all processes of the machine share.
enum WorkerClock {
  static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
