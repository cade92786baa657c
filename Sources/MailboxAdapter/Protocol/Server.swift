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
      var reply = session.reply(to: Data(line.utf8))
      let answer: Data
      do {
        answer = try reply.line()
      } catch {
        // A message that is nearly as deep as an encoder goes cannot stand in an answer.
        reply.outcome = .error(["code": "invalidRequest", "detail": "the answer cannot be written as JSON"])
        answer = try reply.line()
      }
      try FileHandle.standardOutput.write(contentsOf: answer)
      if session.isOver { break }
    }
  }
}
