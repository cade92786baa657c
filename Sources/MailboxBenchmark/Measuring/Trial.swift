import Foundation

/// One contender on its ground, sampled again and again; the samples leave about as many messages as there were.
final class Trial {
  let kind: ContenderKind
  private let contender: any Contender
  private let ground: Cell.Ground
  private let text: String
  private let folder: String
  private var neighbour: Neighbour?
  /// Messages that samples have added.
  private var surplus = 0

  /// Opens and fills it.
  init(_ kind: ContenderKind, _ ground: Cell.Ground, in parent: String) throws {
    self.kind = kind
    self.ground = ground
    text = String(repeating: "m", count: ground.payload)
    folder = "\(parent)/\(kind.rawValue)"
    let filler = try kind.open(in: folder, .processCrash, depth: ground.depth)
    try Self.fill(filler, with: text, ground.depth)
    if let floor = filler as? FloorContender {
      // What it has stored only it knows.
      floor.durability = ground.durability
      contender = floor
    } else {
      contender = try kind.open(in: folder, ground.durability, depth: ground.depth)
    }
  }

  private static func fill(_ contender: any Contender, with text: String, _ depth: Int) throws {
    for start in stride(from: 0, to: depth, by: 1_000) {
      try contender.enqueue(contentsOf: Array(repeating: text, count: min(1_000, depth - start)))
    }
  }

  /// Takes one sample.
  ///
  /// - Returns: Nanoseconds a message.
  func sample(_ scenario: Scenario) throws -> Double {
    let time: Double
    switch scenario {
    case .enqueue:
      time = try Stopwatch.time { try contender.enqueue(text) }
      try countAdded()
    case .batch:
      let messages = Array(repeating: text, count: Scenario.batchLength)
      time = try Stopwatch.time { try contender.enqueue(contentsOf: messages) } / Double(messages.count)
      try drop(messages.count)
    case .claimOne:
      time = try Stopwatch.time { try claim(1) }
      try contender.release()
    case .claimAll:
      let count = depth
      time = try Stopwatch.time { try claim(count) } / Double(count)
      try contender.release()
    case .acknowledge:
      try claim(1)
      time = try Stopwatch.time { try contender.acknowledge() }
      try contender.enqueue(text)
    case .release:
      try claim(1)
      time = try Stopwatch.time { try contender.release() }
    case .claimAcknowledge:
      time = try Stopwatch.time { try drop(1) }
      try contender.enqueue(text)
    case .cycle:
      time = try Stopwatch.time {
        try contender.enqueue(text)
        try drop(1)
      }
    case .afterChange:
      try changeFromOutside()
      time = try Stopwatch.time {
        if kind == .floor { try contender.look() }
        try contender.enqueue(text)
      }
      try countAdded()
    case .coldStart, .fillDrain: throw BenchmarkFault("\(scenario.rawValue) needs a process of its own")
    }
    return time
  }

  /// Removes everything.
  ///
  /// - Returns: How many there were.
  func drain() throws -> Int {
    let count = try contender.claim(.max)
    try contender.acknowledge()
    return count
  }

  private func drop(_ count: Int) throws {
    try claim(count)
    try contender.acknowledge()
  }

  private func claim(_ count: Int) throws {
    let claimed = try contender.claim(count)
    guard claimed == count else { throw BenchmarkFault("\(kind.rawValue) claimed \(claimed) of \(count) messages") }
  }

  /// Removes its files; nothing is sampled after that.
  func remove() throws { try FileManager.default.removeItem(atPath: folder) }

  /// How many messages there are.
  var depth: Int { ground.depth + surplus }

  /// Removes what was added when it is much: not at once, for volumes do not like it (``BenchmarkPlan/samples(of:)``).
  private func countAdded() throws {
    surplus += 1
    guard surplus >= max(5, ground.depth / 2) else { return }
    try drop(surplus)
    surplus = 0
  }

  /// Another process takes a message and returns it, unless it is the floor's, which takes no notice of others.
  private func changeFromOutside() throws {
    guard kind != .floor else { return }
    if neighbour == nil { neighbour = try Neighbour(.init(kind: kind, folder: folder, ground)) }
    try neighbour!.change()
  }
}
