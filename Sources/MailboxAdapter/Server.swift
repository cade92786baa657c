import AdapterKit
import AppGroupMailbox
import Foundation

/// Answers lines until the other side says bye, or goes away.
struct Server {
  private let session: AdapterSession

  init(_ arguments: inout CommandArguments) throws {
    session = AdapterSession(MailboxEnvironment(fileSystem: try HaltPoint.fileSystem(&arguments)))
    try arguments.finish()
  }

  func run() throws {
    while !session.isOver, let line = readLine() {
      try FileHandle.standardOutput.write(contentsOf: session.answer(to: Data(line.utf8)))
    }
  }
}
