import Foundation

/// The other side of ``BenchmarkProcess``.
enum BenchmarkWorker {
  static func run(_ text: String) throws {
    switch try JSONDecoder().decode(WorkerTask.self, from: Data(text.utf8)) {
    case .cycles(let place, let count, let start): try cycles(place, count, start)
    case .coldStart(let place): try place.map { try $0.open().enqueue($0.text) }
    case .fillDrain(let place): try fillDrain(place)
    case .neighbour(let place): try neighbour(place)
    }
  }

  private static func reply(_ value: some Encodable) throws {
    try FileHandle.standardOutput.write(contentsOf: JSONEncoder().encode(value) + [0x0A])
  }

  private static func cycles(_ place: QueuePlace, _ count: Int, _ start: UInt64) throws {
    let queue = try place.open()
    let text = place.text
    guard WorkerClock.now < start else { return try reply(CyclesReply(end: nil)) }
    while WorkerClock.now < start {}
    for _ in 0..<count {
      try queue.enqueue(text)
      // Others may have taken it.
      _ = try queue.claim(1)
      try queue.acknowledge()
    }
    try reply(CyclesReply(end: WorkerClock.now))
  }

  private static func fillDrain(_ place: QueuePlace) throws {
    let queue = try place.open()
    let text = place.text
    let time = try Stopwatch.time {
      for _ in 0..<place.depth { try queue.enqueue(text) }
      for _ in 0..<place.depth {
        guard try queue.claim(1) == 1 else { throw BenchmarkFault("a message is missing") }
        try queue.acknowledge()
      }
    }
    try reply(FillDrainReply(seconds: time / 1e9, peakBytes: peakBytes))
  }

  private static func neighbour(_ place: QueuePlace) throws {
    let queue = try place.open()
    while readLine() != nil {
      _ = try queue.claim(1)
      try queue.release()
      try reply(true)
    }
  }

  /// The most memory that this process has had.
  private static var peakBytes: Int {
    #if os(Linux)
      // Not `getrusage`, which begins with what the parent had.
      let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
      let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
      return (line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 1_024
    #else
      var usage = rusage()
      getrusage(RUSAGE_SELF, &usage)
      return Int(usage.ru_maxrss)
    #endif
  }
}
