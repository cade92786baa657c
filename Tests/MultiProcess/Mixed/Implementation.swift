import ConformanceKit
import Foundation
import MailboxTestSupport

/// Who a helper's mailbox is by.
enum Implementation: String, CaseIterable, Sendable {
  /// The reference library.
  case swift
  /// `Examples/python`, written from the specification alone.
  case python
  /// Release 0.1, as far as it writes.
  case legacy

  /// The two that do everything.
  static let whole: [Implementation] = [.swift, .python]

  /// The other one of them.
  var other: Implementation { self == .swift ? .python : .swift }

  /// The program that takes the arguments of `MailboxAdapter race`, and its first arguments.
  func racing() async throws -> [String] {
    switch self {
    case .swift, .legacy: [HelperExecutable.url.path, "race"]
    case .python:
      // `MAILBOX_RACER` in the environment takes its place (Examples/RACING.md).
      if let command = ProcessInfo.processInfo.environment["MAILBOX_RACER"] {
        ["/usr/bin/env"] + (try ShellWords.split(command))
      } else {
        try await Python.command("race.py")
      }
    }
  }

  /// The same for the adapter.
  func serving() async throws -> [String] {
    switch self {
    case .swift, .legacy: [HelperExecutable.url.path, "serve"]
    case .python: try await Python.command("adapter.py")
    }
  }
}

/// The Python that runs the second implementation.
enum Python {
  struct Missing: Error {}

  /// Whether there is one on this machine that works.
  static func isThere() async -> Bool { await interpreter.value != nil }

  /// Runs a file of the second implementation.
  static func command(_ file: String) async throws -> [String] {
    guard let interpreter = await interpreter.value else { throw Missing() }
    return interpreter + ["\(FixtureCases.package)/Examples/python/\(file)"]
  }

  private static let interpreter = Task { await find() }

  /// What is called `python3` may be somebody's stand-in that starts nothing: it is tried.
  private static func find() async -> [String]? {
    for command in [["/usr/bin/python3"], ["/usr/bin/env", "python3"]] {
      guard FileManager.default.isExecutableFile(atPath: command[0]) else { continue }
      let run = try? await ProgramRun.of(command[0], command.dropFirst() + ["-c", ""], within: 20)
      if run?.status == 0 { return command }
    }
    return nil
  }
}
