import AppGroupMailbox
import Foundation
import MailboxTestSupport
import Testing

struct ErrorTests {
  @Test(.clauses("ERR-2"), arguments: [0, 1, 3, 100])
  func `Interrupted calls are repeated`(interruptions: Int) throws {
    var left = interruptions
    let value = try retrying(.read) { () -> Int in
      guard left > 0 else { return 7 }
      left -= 1
      setErrno(ErrorNumber.interrupted)
      return -1
    }
    #expect(value == 7)
    #expect(left == 0)
  }

  @Test(.clauses("ERR-1"), arguments: [ErrorNumber.inputOutput, ErrorNumber.accessDenied])
  func `Any other failure is the call's, with its number`(code: Int32) {
    #expect(throws: SystemError(call: .write, code: code)) {
      try retrying(.write) { () -> Int32 in
        setErrno(code)
        return -1
      }
    }
  }

  @Test(.clauses("ERR-5"))
  func `Without app groups there is no container`() {
    #if !canImport(Darwin)
      #expect(throws: AppGroupMailboxError.containerUnavailable) {
        try AppGroupMailbox<String>(appGroupIdentifier: "group.com.example.product", namespace: "a")
      }
    #endif
  }

  @Test(.clauses("SEC-7", "ERR-1"))
  func `Every error says in words what to do, and none carries content`() {
    let id = UUID()
    let errors: [AppGroupMailboxError] = [
      .invalidNamespace, .invalidLimit("maxMessages"), .invalidDate, .containerUnavailable, .mailboxFull,
      .payloadTooLarge(actualBytes: 2, maximumBytes: 1), .batchTooLarge(actualCount: 2, maximumCount: 1), .unsafeFile,
      .claimNoLongerExists, .ioFailure(call: .rename, code: 28), .encodingFailure, .decodingFailure, .busy,
      .notDurable(id: id), .deadLettersFull, .deadLetterNoLongerExists, .duplicateMessage,
    ]
    #expect(Set(errors.map(\.description)).count == errors.count)
    for error in errors {
      #expect(error.description.hasSuffix("."))
      #expect(!error.description.contains("/"))
    }
    #expect(AppGroupMailboxError.notDurable(id: id).description.contains(id.uuidString))
    #expect(AppGroupMailboxError.ioFailure(call: .rename, code: 28).description.contains("rename"))
  }

  @Test(.clauses("NSP-3", "NSP-1"))
  func `Bad arguments are refused before anything is created`() throws {
    let bench = try MailboxBench()
    let path = bench.container
    #expect(throws: AppGroupMailboxError.invalidNamespace) {
      try AppGroupMailbox<String>(containerURL: URL(fileURLWithPath: path), namespace: "../x")
    }
    #expect(throws: AppGroupMailboxError.invalidNamespace) {
      try AppGroupMailbox<String>(containerURL: URL(fileURLWithPath: path), namespace: "")
    }
    #expect(throws: AppGroupMailboxError.containerUnavailable) {
      try AppGroupMailbox<String>(containerURL: try #require(URL(string: "https://example.org/a")), namespace: "a")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: path) == [])
  }

  @Test(.clauses("ERR-1", "LAY-1"))
  func `A container that is a file is not available, and a missing one is created`() throws {
    let bench = try MailboxBench()
    let file = "\(bench.container)/file"
    try Data("x".utf8).write(to: URL(fileURLWithPath: file))
    #expect(throws: AppGroupMailboxError.containerUnavailable) {
      try AppGroupMailbox<String>(containerURL: URL(fileURLWithPath: file), namespace: "a")
    }
    #expect(throws: AppGroupMailboxError.self) {
      try AppGroupMailbox<String>(containerURL: URL(fileURLWithPath: "\(file)/below"), namespace: "a")
    }
    let missing = URL(fileURLWithPath: "\(bench.container)/new/one with space")
    let mailbox = try AppGroupMailbox<String>(containerURL: missing, namespace: "a")
    try mailbox.enqueue("hello")
    #expect(FileManager.default.fileExists(atPath: missing.appendingPathComponent("AppGroupMailbox/a").path))
  }

  @Test(.clauses("NSP-4"))
  func `Two namespaces share nothing`() throws {
    let bench = try MailboxBench()
    let container = URL(fileURLWithPath: bench.container)
    let one = try AppGroupMailbox<String>(containerURL: container, namespace: "one", limits: .init(maxMessages: 1))
    let two = try AppGroupMailbox<String>(containerURL: container, namespace: "two", limits: .init(maxMessages: 1))
    try one.enqueue("1", id: MailboxBench.id(1))
    try two.enqueue("2", id: MailboxBench.id(1))
    #expect(try one.claimPending().map(\.message) == ["1"])
    #expect(try two.claimPending().map(\.message) == ["2"])
  }
}

private func setErrno(_ code: Int32) {
  errno = code
}
