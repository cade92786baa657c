import Foundation

/// Answers lines until the other side says bye, or goes away.
struct Server {
  private let session: AdapterSession

  init(_ arguments: inout CommandArguments) throws {
    session = AdapterSession(fileSystem: try HaltPoint.fileSystem(&arguments))
    try arguments.finish()
  }

  func run() throws {
    while let line = readLine() {
      let reply = session.reply(to: Data(line.utf8))
      try FileHandle.standardOutput.write(contentsOf: reply.line())
      if session.isOver { break }
    }
  }
}
