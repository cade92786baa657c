import AppGroupMailbox
import ConformanceKit
import Foundation
import MailboxTestSupport

/// A real process that runs the helper program.
final class HelperProcess: Sendable {
  /// The lines of its standard output.
  let output = Inbox<String>()
  /// The lines of its standard error.
  let complaints = Inbox<String>()
  private let end = Inbox<ProcessExit>()
  private let process: TestProcess
  private let input: FileHandle
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
    let (inner, outer) = try ProcessPipe.make()
    defer { close(inner) }
    input = FileHandle(fileDescriptor: outer, closeOnDealloc: true)
    let said = try Self.pipe(to: output)
    defer { close(said) }
    let complained = try Self.pipe(to: complaints)
    defer { close(complained) }
    process = try TestProcess(
      tracer + program + arguments, environment: Self.environment, descriptors: [0: inner, 1: said, 2: complained]
    ) { [end] in end.put($0) }
  }

  /// Crashes say nothing, and Python keeps what it compiled where the rest is built.
  private static let environment = [
    "SWIFT_BACKTRACE": "enable=no", "PYTHONPYCACHEPREFIX": "\(FixtureCases.package)/.build/python-cache",
  ]

  /// Writing to a helper that is gone must be an error, and not the end of the tests.
  private static let ignoreBrokenPipes: Void = { _ = signal(SIGPIPE, SIG_IGN) }()

  /// The end for writing of a pipe whose lines a thread of its own reads: on Linux, `readabilityHandler` now and then does not
  /// tell the end.
  private static func pipe(to inbox: Inbox<String>) throws -> Int32 {
    let (inner, outer) = try ProcessPipe.make()
    let reader = FileHandle(fileDescriptor: inner, closeOnDealloc: true)
    Thread.detachNewThread {
      var rest = Data()
      while case let data = reader.availableData, !data.isEmpty {
        rest += data
        while let end = rest.firstIndex(of: 0x0A) {
          inbox.put(String(decoding: rest[..<end], as: UTF8.self))
          rest = Data(rest[(end + 1)...])
        }
      }
      inbox.close()
    }
    return outer
  }

  func send(_ line: String) throws {
    try input.write(contentsOf: Data("\(line)\n".utf8))
  }

  /// Nothing more is sent: a helper ends then, also one whose tracer is gone.
  func hangUp() {
    // Closing twice does no harm.
    try? input.close()
  }

  /// Sends a signal, if it still runs.
  func send(signal number: Int32) {
    process.send(signal: number)
  }

  /// Its process, and the group that it leads.
  var identifier: Int32 { process.identifier }

  /// Sends a signal to it and to whoever it forked, as long as any of them may be there.
  func sendToAll(signal number: Int32) {
    if end.contents.isEmpty || !output.isClosed { kill(-process.identifier, number) }
  }

  /// Waits until it and whoever it forked are gone.
  func gone() async throws {
    _ = try await exit()
    while try await output.next() != nil {}
  }

  /// Waits for its end.
  func exit(within patience: Duration = .patience) async throws -> ProcessExit {
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
