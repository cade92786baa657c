import ConformanceKit
import Foundation

/// A process of this program that does one task.
final class BenchmarkProcess {
  private let process: pid_t
  private let output: CInt

  init(_ task: WorkerTask) throws {
    let pipe: (read: CInt, write: CInt)
    do {
      pipe = try ProcessPipe.make()
      defer { close(pipe.write) }
      process = try ProcessGroup.start(Self.executable, try Self.command(task), descriptors: [1: pipe.write])
    } catch let failure as ProcessGroup.Failure {
      throw BenchmarkFault("a process cannot be started: \(failure.description)")
    }
    output = pipe.read
  }

  deinit { close(output) }

  static let executable =
    access("/proc/self/exe", X_OK) == 0 ? "/proc/self/exe" : Bundle.main.executablePath ?? CommandLine.arguments[0]

  static func command(_ task: WorkerTask) throws -> [String] {
    ["MailboxBenchmark", WorkerTask.verb, String(decoding: try JSONEncoder().encode(task), as: UTF8.self)]
  }

  /// Waits for its end.
  func end() throws {
    var status: CInt = 0
    while waitpid(process, &status, 0) == -1, errno == EINTR {}
    // It has said why.
    guard status == 0 else { throw BenchmarkFault("a process that measures ended with status \(status >> 8 & 0xFF)") }
  }

  /// What it said, after its end.
  func reply<Reply: Decodable>(as type: Reply.Type) throws -> Reply {
    var text = Data()
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while case let count = read(output, &buffer, buffer.count), count != 0 {
      if count > 0 { text += buffer[..<count] } else if errno != EINTR { break }
    }
    try end()
    return try JSONDecoder().decode(type, from: text)
  }
}

/// A process that changes a queue when it is told to.
final class Neighbour {
  private let process: ChildProcess

  init(_ place: QueuePlace) throws {
    process = try ChildProcess([BenchmarkProcess.executable] + BenchmarkProcess.command(.neighbour(place)).dropFirst())
  }

  func change() throws { _ = try process.exchange([], within: 60) }
}
