import Foundation

/// A child process that runs tapes: it may trap or hang, and is ended with everything that it started.
///
/// One thread uses it. It lives as long as the pipe to it: when the driver is gone, however, so is the worker.
final class WorkerProcess {
  private static let keptComplaints = 1 << 12

  let journal: TapeJournal
  private let process: pid_t
  private let requests: CInt
  private let replies: CInt
  private let complaint: CInt
  private let folder: ScratchFolder
  private var unread = Data()
  private var complaints = Data()
  private var hasEnded = false

  init(in parent: String) throws {
    folder = try ScratchFolder(in: parent)
    var opened: [CInt] = []
    do {
      let file = try Self.journalFile(in: folder.path)
      opened.append(file)
      journal = try TapeJournal(descriptor: file)
      let pipes = try (0..<3).map { _ in
        let pipe = try Self.pipe()
        opened += [pipe.read, pipe.write]
        return pipe
      }
      process = try Self.spawn(
        [0: pipes[0].read, 1: pipes[2].write, 2: pipes[2].write, 3: file, 4: pipes[1].write], scratch: folder.path)
      (requests, replies, complaint) = (pipes[0].write, pipes[1].read, pipes[2].read)
    } catch {
      for descriptor in opened { close(descriptor) }
      folder.remove()
      throw error
    }
    for descriptor in opened where ![requests, replies, complaint].contains(descriptor) { close(descriptor) }
    for descriptor in [replies, complaint] {
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }
  }

  deinit {
    _ = end()
    for descriptor in [requests, replies, complaint] { close(descriptor) }
    folder.remove()
  }

  /// A worker that is gone does not take it; its replies will tell.
  func send(_ request: WorkerRequest) throws {
    var rest = (try JSONEncoder().encode(request) + [0x0A])[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(requests, $0.baseAddress, $0.count) }
      if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return }
    }
  }

  /// What `poll` waits for.
  var polled: [pollfd] {
    [replies, complaint].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
  }

  /// What has been answered; `nil` behind the last answer of a worker that is gone.
  func takeReplies() throws -> [WorkerReply]? {
    _ = Self.drain(complaint, into: &complaints)
    complaints = complaints.suffix(Self.keptComplaints)
    let isOpen = Self.drain(replies, into: &unread)
    var answers: [WorkerReply] = []
    var start = unread.startIndex
    while let end = unread[start...].firstIndex(of: 0x0A) {
      answers.append(try JSONDecoder().decode(WorkerReply.self, from: unread[start..<end]))
      start = end + 1
    }
    unread = Data(unread[start...])
    return answers.isEmpty && !isOpen ? nil : answers
  }

  /// Ends it and everything it started.
  func end() -> WorkerEnding? {
    guard !hasEnded else { return nil }
    hasEnded = true
    var status: CInt = 0
    // One that is ending by itself is given the time to: what ended it is what is asked for.
    if waitpid(process, &status, WNOHANG) != process {
      kill(-process, SIGKILL)
      while waitpid(process, &status, 0) == -1, errno == EINTR {}
    }
    // What it started may still run.
    kill(-process, SIGKILL)
    _ = Self.drain(complaint, into: &complaints)
    let text = String(decoding: complaints.suffix(Self.keptComplaints), as: UTF8.self)
    return WorkerEnding(status: status, complaints: text)
  }

  /// The ending of one whose answers have ended.
  func awaitEnd() -> WorkerEnding? {
    // All its descriptors are closed, so it is dying: this does not take long.
    var information = siginfo_t()
    let deadline = ContinuousClock.now + .seconds(2)
    while ContinuousClock.now < deadline {
      information.si_signo = 0
      let result = waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT)
      if result == -1, errno != EINTR { break }
      if result == 0, information.si_signo != 0 { break }
      usleep(500)
    }
    return end()
  }

  /// - Returns: Whether more may come.
  private static func drain(_ descriptor: CInt, into data: inout Data) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) }
      data += buffer[..<count]
    }
  }
}
