import AppGroupMailbox
import Foundation
import MailboxTestSupport

/// How a helper ended.
enum HelperExit: Equatable, Sendable {
  case status(Int32)
  case signal(Int32)
}

/// A real process that runs the helper program.
final class HelperProcess: Sendable {
  /// The lines of its standard output.
  let output = Inbox<String>()
  /// The lines of its standard error.
  let complaints = Inbox<String>()
  private let end = Inbox<HelperExit>()
  private let process = Process()
  private let input = Pipe()
  /// The helper's folder must outlive it.
  private let bench: MailboxBench

  /// - Parameters:
  ///   - tracer: A program and its first arguments, which runs the helper as its child.
  ///   - program: The helper program and its first arguments.
  init(
    _ arguments: [String], on bench: MailboxBench, tracer: [String] = [],
    program: [String] = [HelperExecutable.url.path]
  ) throws {
    Self.ignoreBrokenPipes
    self.bench = bench
    let command = tracer + program + arguments
    process.executableURL = URL(fileURLWithPath: command[0])
    process.arguments = Array(command.dropFirst())
    process.environment = ProcessInfo.processInfo.environment.merging(Self.environment) { $1 }
    process.standardInput = input
    process.standardOutput = Self.pipe(to: output)
    process.standardError = Self.pipe(to: complaints)
    process.terminationHandler = { [end] process in
      end.put(
        process.terminationReason == .exit ? .status(process.terminationStatus) : .signal(process.terminationStatus))
    }
    try process.run()
  }

  /// Crashes say nothing, and Python keeps what it compiled where the rest is built.
  private static let environment = [
    "SWIFT_BACKTRACE": "enable=no", "PYTHONPYCACHEPREFIX": "\(FixtureCases.package)/.build/python-cache",
  ]

  /// Writing to a helper that is gone must be an error, and not the end of the tests.
  private static let ignoreBrokenPipes: Void = { _ = signal(SIGPIPE, SIG_IGN) }()

  /// A pipe whose lines a thread of its own reads: on Linux, `readabilityHandler` now and then does not tell the end.
  private static func pipe(to inbox: Inbox<String>) -> Pipe {
    let pipe = Pipe()
    Thread.detachNewThread {
      var rest = Data()
      while case let data = pipe.fileHandleForReading.availableData, !data.isEmpty {
        rest += data
        while let end = rest.firstIndex(of: 0x0A) {
          inbox.put(String(decoding: rest[..<end], as: UTF8.self))
          rest = Data(rest[(end + 1)...])
        }
      }
      // On Linux, Foundation keeps a process that has ended, and its pipes: thousands of helpers would use up all descriptors.
      try? pipe.fileHandleForReading.close()
      inbox.close()
    }
    return pipe
  }

  func send(_ line: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
  }

  /// Nothing more is sent: a helper ends then, also one whose tracer is gone.
  func hangUp() {
    // Closing twice does no harm.
    try? input.fileHandleForWriting.close()
  }

  /// Sends a signal, if it still runs.
  func send(signal number: Int32) {
    if end.contents.isEmpty { kill(process.processIdentifier, number) }
  }

  /// Its process, and the group that it leads.
  var identifier: Int32 { process.processIdentifier }

  /// Sends a signal to it and to whoever it forked, as long as any of them may be there.
  func sendToAll(signal number: Int32) {
    if end.contents.isEmpty || !output.isClosed { kill(-process.processIdentifier, number) }
  }

  /// Waits until it and whoever it forked are gone.
  func gone() async throws {
    _ = try await exit()
    while try await output.next() != nil {}
  }

  /// Waits for its end.
  func exit(within patience: Duration = .patience) async throws -> HelperExit {
    guard let exit = try await end.first(within: patience) else { throw DeadlinePassed() }
    return exit
  }

  /// Waits until it says on standard error that it stops or dies now (`--halt`).
  func halted() async throws {
    while let line = try await complaints.next() {
      if line == "halted" { return }
    }
    throw DeadlinePassed()
  }
}
