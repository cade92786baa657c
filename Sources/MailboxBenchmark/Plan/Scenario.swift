/// What is timed.
enum Scenario: String, CaseIterable, Codable, Sendable {
  case enqueue
  case batch
  case claimOne = "claim-one"
  case claimAll = "claim-all"
  case acknowledge
  case release
  case claimAcknowledge = "claim-acknowledge"
  case cycle
  case afterChange = "after-change"
  case coldStart = "cold-start"
  case fillDrain = "fill-drain"

  /// How many messages one batch has.
  static let batchLength = 100

  var summary: String {
    switch self {
    case .enqueue: "store one message"
    case .batch: "store \(Self.batchLength) messages at once; the time of one"
    case .claimOne: "claim and read the oldest message"
    case .claimAll: "claim and read all messages in one call; the time of one"
    case .acknowledge: "remove a claimed message"
    case .release: "return a claimed message"
    case .claimAcknowledge: "claim, read and remove the oldest message"
    case .cycle: "store a message, claim, read and remove the oldest"
    case .afterChange:
      "store one message after another process's change; the floor lists first"
    case .coldStart: "start a process that stores one message; the floor's only loads Foundation"
    case .fillDrain: "store them all one at a time, claim and remove them one at a time"
    }
  }

  /// Whether its samples remove files.
  var removesFiles: Bool {
    switch self {
    case .enqueue, .claimOne, .claimAll, .release, .afterChange, .coldStart: false
    case .batch, .acknowledge, .claimAcknowledge, .cycle, .fillDrain: true
    }
  }

  /// Whether several processes can do it at once.
  var isForSeveral: Bool { self == .cycle }
}

/// One line of the table: what is timed, on what.
struct Cell: Hashable, Codable, Sendable {
  var scenario: Scenario
  /// How many messages are there while it is timed.
  var depth: Int
  var durability = Durability.processCrash
  /// The length of a message's text, in bytes.
  var payload = 100
  /// How many do it at once.
  var processes = 1

  /// Whether one process alone does it, on what is there.
  var isOnGround: Bool { processes == 1 && scenario != .coldStart && scenario != .fillDrain }

  /// Whether it is the same as another but for the depth.
  func differsInDepth(from other: Cell) -> Bool {
    var other = other
    other.depth = depth
    return self == other
  }

  /// What has to be there before it is timed; all cells of one ground are timed on it.
  var ground: Ground { Ground(depth: depth, durability: durability, payload: payload) }

  struct Ground: Hashable {
    var depth: Int
    var durability: Durability
    var payload: Int
  }
}
