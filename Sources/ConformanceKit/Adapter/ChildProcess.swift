import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A program in a process group of its own, talked to in lines, and ended with all its children.
///
/// One thread uses it, and waits in `poll` only: neither a program that does not read nor one that does not stop writing can
/// keep it longer than the deadline.
package final class ChildProcess {
  /// A longer line, or more lines than were asked for, are a flood.
  package static let longestLine = 1 << 20
  private static let keptComplaints = 4096

  private let process: pid_t
  private let input: CInt
  private let output: CInt
  private let complaint: CInt
  private var outputIsOpen = true
  private var complaintIsOpen = true
  private var unread: [UInt8] = []
  private var complaints: [UInt8] = []
  private var status: CInt?

  /// Starts a program, which is looked for as a shell would.
  package init(_ command: [String]) throws(AdapterFault) {
    Self.ignoreBrokenPipes
    let (inner, input) = try Self.pipe()
    let (output, outer) = try Self.pipe()
    let (complaint, complaining) = try Self.pipe()
    defer { for descriptor in [inner, outer, complaining] { close(descriptor) } }
    do {
      process = try Self.spawn(command, inner, outer, complaining)
    } catch {
      for descriptor in [input, output, complaint] { close(descriptor) }
      throw error
    }
    (self.input, self.output, self.complaint) = (input, output, complaint)
    for descriptor in [input, output, complaint] {
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }
  }

  deinit {
    end()
    for descriptor in [input, output, complaint] { close(descriptor) }
  }

  /// Writing to a program that is gone must be an error, and not the end of the runner.
  private static let ignoreBrokenPipes: Void = { _ = signal(SIGPIPE, SIG_IGN) }()

  // MARK: Talking

  /// Sends a line and waits for the next one.
  package func exchange(_ line: [UInt8], within seconds: Double) throws(AdapterFault) -> [UInt8] {
    let deadline = Deadline(seconds)
    guard unread.isEmpty else {
      throw .violation("it said more than it was asked: \(Self.quoted(unread))")
    }
    var rest = (line + [0x0A])[...]
    // Each byte is looked at once, however many pieces a long line comes in.
    var searched = 0
    while true {
      if let end = unread[searched...].firstIndex(of: 0x0A) {
        let answer = Array(unread[..<end])
        unread.removeSubrange(...end)
        return answer
      }
      searched = unread.count
      if unread.count > Self.longestLine {
        throw .violation("more than \(Self.longestLine) bytes without an end of line: \(Self.quoted(unread))")
      }
      guard outputIsOpen else { throw .crash(ending()) }
      let milliseconds = deadline.milliseconds
      guard milliseconds > 0 else {
        let said = unread.isEmpty ? "nothing" : Self.quoted(unread)
        throw .timeout("no answer in \(seconds) s, only \(said)\(complaintText)")
      }
      try turn(&rest, milliseconds)
    }
  }

  /// Waits until something can be read or written, and does it.
  private func turn(_ rest: inout ArraySlice<UInt8>, _ milliseconds: CInt) throws(AdapterFault) {
    var polled = [
      pollfd(fd: output, events: Int16(POLLIN), revents: 0),
      pollfd(fd: complaintIsOpen ? complaint : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: rest.isEmpty ? -1 : input, events: Int16(POLLOUT), revents: 0),
      pollfd(fd: Interruption.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&polled, 4, milliseconds) > 0 else { return }
    if polled[3].revents != 0 { throw .interrupted }
    if polled[0].revents != 0 { outputIsOpen = Self.read(output, into: &unread) }
    if polled[1].revents != 0 {
      complaintIsOpen = Self.read(complaint, into: &complaints)
      complaints = complaints.suffix(Self.keptComplaints)
    }
    if polled[2].revents != 0 {
      let count = rest.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
      // What cannot be written is not read: the other side is gone, which its output will tell.
      if count > 0 { rest = rest.dropFirst(count) } else if errno != EAGAIN, errno != EINTR { rest = [] }
    }
  }

  /// - Returns: Whether more may come.
  private static func read(_ descriptor: CInt, into bytes: inout [UInt8]) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = systemRead(descriptor, &buffer, buffer.count)
    if count > 0 { bytes += buffer[..<count] }
    return count > 0 || count < 0 && (errno == EAGAIN || errno == EINTR)
  }

  // MARK: Ending

  /// Gives the program some time to end by itself.
  package func wait(seconds: Double) {
    let deadline = Deadline(seconds)
    var status: CInt = 0
    while self.status == nil, deadline.milliseconds > 0, !Interruption.isRequested {
      if waitpid(process, &status, WNOHANG) == process { self.status = status } else { usleep(500) }
    }
    // What it started may still run.
    if self.status != nil { kill(-process, SIGKILL) }
  }

  /// Ends the program and everything it started, and waits for it.
  package func end() {
    guard status == nil else { return }
    kill(-process, SIGKILL)
    kill(process, SIGKILL)
    reap()
  }

  private func reap() {
    var status: CInt = 0
    while waitpid(process, &status, 0) == -1 && errno == EINTR {}
    self.status = status
  }

  /// How it ended, given that its output did.
  private func ending() -> String {
    wait(seconds: 2)
    while complaintIsOpen, poll([complaint]) { complaintIsOpen = Self.read(complaint, into: &complaints) }
    let said = unread.isEmpty ? "" : ", having said \(Self.quoted(unread))"
    guard let status = self.status else { return "it closed its output\(said)\(complaintText)" }
    let how = status & 0x7F == 0 ? "it exited with status \(status >> 8 & 0xFF)" : "signal \(status & 0x7F) ended it"
    return how + said + complaintText
  }

  private func poll(_ descriptors: [CInt]) -> Bool {
    var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    return systemPoll(&polled, nfds_t(polled.count), 0) > 0
  }

  private func poll(_ polled: inout [pollfd], _ count: nfds_t, _ milliseconds: CInt) -> CInt {
    systemPoll(&polled, count, milliseconds)
  }

  private var complaintText: String {
    complaints.isEmpty ? "" : "; its standard error ends with \(Self.quoted(complaints.suffix(200)))"
  }

  /// The first bytes, in quotation marks.
  package static func quoted(_ bytes: some Collection<UInt8>) -> String {
    let shown = NameText.readable(Array(bytes.prefix(100)))
    return "\"\(shown)\"" + (bytes.count > 100 ? " … (\(bytes.count) bytes)" : "")
  }
}

/// A moment on the clock that never steps.
private struct Deadline {
  private let end: ContinuousClock.Instant

  init(_ seconds: Double) { end = .now + .seconds(seconds) }

  /// How long it is until then, rounded up; 0 if it has passed.
  var milliseconds: CInt {
    let (seconds, attoseconds) = (end - .now).components
    let left = Double(seconds) * 1000 + Double(attoseconds) / 1e15
    return left <= 0 ? 0 : CInt(min(left.rounded(.up), 1e6))
  }
}

// The names of the C functions are those of methods above.
private func systemRead(_ descriptor: CInt, _ buffer: inout [UInt8], _ count: Int) -> Int {
  read(descriptor, &buffer, count)
}

private func systemPoll(_ polled: inout [pollfd], _ count: nfds_t, _ milliseconds: CInt) -> CInt {
  poll(&polled, count, milliseconds)
}
