#if os(Linux)
  import Foundation
  import MailboxTestSupport

  /// One helper under torture, from its start to its end.
  final class TortureLife: Sendable {
    enum Work: String, CaseIterable {
      case mix, produce, consume

      fileprivate func arguments(seed: UInt64) -> [String] {
        switch self {
        // More than it comes to: the marker ends it.
        case .mix: ["--count", "1000000", "--seed", "\(seed)"]
        case .produce: ["--count", "60", "--batch", seed % 2 == 0 ? "1" : "5"]
        case .consume: ["--limit", "6", "--release-every", "7", "--extend-every", "5"]
        }
      }
    }

    let work: Work
    let helper: RaceHelper
    /// The number of the child that it forks.
    let child: Int?
    /// The errors with which it could not open the mailbox, one after the other.
    let refusals = Inbox<String>()
    /// The lines by which it tells that it goes on.
    let progress = Inbox<Void>()

    /// Starts a helper.
    ///
    /// - Parameter pace: Where it tells, beside all others, that it goes on.
    init(_ work: Work, in race: Race, seed: UInt64, _ others: [String], forksBefore: Int? = nil, pace: Inbox<Void>)
      throws
    {
      self.work = work
      var arguments = ["--work", work.rawValue, "--until-marker", race.marker] + work.arguments(seed: seed) + others
      let child = forksBefore.map { ($0, race.enter()) }
      if let (operation, (number, record)) = child {
        arguments += ["--fork", "\(operation)", "--fork-process", "\(number)", "--fork-record", record]
      }
      self.child = child?.1.number
      helper = try race.racer(arguments)
      try helper.start()
      _ = Task.onOwnThreads { [helper, refusals, progress] in
        // Ends with the helper, whom its crew ends.
        while let line = try await helper.process.output.next(within: .patience) {
          if line.hasPrefix("refused: ") { refusals.put(String(line.dropFirst("refused: ".count))) }
          guard Int(line) != nil else { continue }
          progress.put(())
          pace.put(())
        }
      }
    }

    var number: Int { helper.number }
    var process: HelperProcess { helper.process }
    var group: Int32 { helper.process.identifier }
  }

  extension Inbox {
    /// Waits for so many elements that come from now on.
    func next(_ count: Int, within patience: Duration = .patience) async throws {
      while !contents.isEmpty { _ = try await next(within: patience) }
      for _ in 0..<count {
        guard try await next(within: patience) != nil else { throw DeadlinePassed() }
      }
    }
  }
#endif
