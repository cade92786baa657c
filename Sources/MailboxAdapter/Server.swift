import AdapterKit
import AppGroupMailbox
import Foundation

/// Answers lines until the other side says bye, or goes away.
struct Server {
  private let session: AdapterSession
  /// Counted from 1; the calls of earlier requests are not counted by the halt.
  private let firstCounted: Int
  private let isCounting: StateLock<Bool>

  init(_ arguments: inout CommandArguments) throws {
    firstCounted = try arguments.takeIfThere("halt-from") ?? 0
    isCounting = StateLock(firstCounted <= 0)
    session = AdapterSession(MailboxEnvironment(fileSystem: try HaltPoint.fileSystem(&arguments, while: isCounting)))
    try arguments.finish()
  }

  func run() throws {
    var number = 0
    while !session.isOver, let line = nextLine() {
      number += 1
      if number == firstCounted { isCounting.withLock { $0 = true } }
      try FileHandle.standardOutput.write(contentsOf: session.answer(to: Data(line.utf8)))
    }
  }

  /// `readLine` takes the EINTR of an earlier call for one of its own, and at the end of the input would try again for ever.
  private func nextLine() -> String? {
    errno = 0
    return readLine()
  }
}
