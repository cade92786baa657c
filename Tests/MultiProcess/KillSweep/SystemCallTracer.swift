import Foundation

/// The tracer `strace`, where it is installed and permitted.
struct SystemCallTracer: Sendable {
  /// What befalls a helper at one of its calls.
  enum Injection: Sendable {
    case kill
    case failure(InjectedFailure)

    fileprivate var word: String {
      switch self {
      case .kill: "signal=SIGKILL"
      case .failure(let failure): "error=\(failure.word)"
      }
    }
  }

  private let path: String

  /// `nil` if there is none, or it may not trace; found out by tracing.
  static func permitted() async throws -> SystemCallTracer? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    guard let path = folders.map({ "\($0)/strace" }).first(where: FileManager.default.isExecutableFile) else {
      return nil
    }
    let tracer = SystemCallTracer(path: path)
    return try await Crew.work { crew in
      let log = "\(crew.bench.container)/calls"
      let helper = try crew.spawn(["help"], tracer: tracer.command(log))
      guard try await helper.exit() == .status(0) else { return nil }
      return try SystemCallLog(contentsOf: log).calls.contains(where: \.isAnswer) ? tracer : nil
    }
  }

  /// What stands before a helper's command.
  func command(_ log: String, _ injection: Injection? = nil, at call: SystemCallLog.Call? = nil) -> [String] {
    // Without its filter in the kernel, which loses signals.
    var words = [path, "-f", "-y", "-o", log, "-e", "trace=%desc,%file"]
    if let injection, let call { words += ["-e", "inject=\(call.name):\(injection.word):when=\(call.number)"] }
    return words
  }
}
