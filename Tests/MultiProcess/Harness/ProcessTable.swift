#if os(Linux)
  import Foundation
  import MailboxTestSupport

  /// The processes of this machine, as `/proc` shows them.
  enum ProcessTable {
    struct Entry: Hashable {
      let group: Int32
      let state: UInt8

      var isStopped: Bool { state == UInt8(ascii: "T") }
      fileprivate var isDead: Bool { state == UInt8(ascii: "Z") || state == UInt8(ascii: "X") }
    }

    /// The table cannot be read.
    struct Unreadable: Error {
      let code: Int32
    }

    /// The members of process groups that are not dead.
    static func members(of groups: Set<Int32>) throws -> [Entry] {
      guard let table = opendir("/proc") else { throw Unreadable(code: errno) }
      defer { closedir(table) }
      var members: [Entry] = []
      // By hand: waiting helpers are looked at again and again.
      while let next = readdir(table) {
        let process = withUnsafePointer(to: &next.pointee.d_name) { name in
          name.withMemoryRebound(to: CChar.self, capacity: 256) { atoi($0) }
        }
        guard process > 0, let entry = entry(process), groups.contains(entry.group), !entry.isDead else { continue }
        members.append(entry)
      }
      return members
    }

    /// How long a process has run so far, all of its threads together, those that have ended among them.
    static func processorSeconds(of process: Int32) throws -> Double {
      let text = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
      // Behind the program's name in brackets: the state, and further on the ticks as user and as system.
      let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
      guard fields.count > 13, let user = Double(fields[12]), let system = Double(fields[13]) else {
        throw Unreadable(code: EINVAL)
      }
      return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// `nil` if it is gone meanwhile.
    private static func entry(_ process: Int32) -> Entry? {
      let descriptor = open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return nil }
      defer { close(descriptor) }
      return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1_024) { buffer -> Entry? in
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        guard count > 0 else { return nil }
        // The name of the program, in brackets, may hold anything; behind it come the state, the parent and the group.
        let text = buffer[..<count]
        guard let end = text.lastIndex(of: UInt8(ascii: ")")) else { return nil }
        let fields = text[(end + 1)...].split(separator: UInt8(ascii: " "), maxSplits: 3)
        guard fields.count > 2, let state = fields[0].first,
          let group = Int32(String(decoding: fields[2], as: UTF8.self))
        else { return nil }
        return Entry(group: group, state: state)
      }
    }
  }

  extension Duration {
    /// How long a poll waits before it looks again, in seconds.
    private static let betweenLooks = 0.002

    /// Waits until something is so.
    ///
    /// - Throws: ``DeadlinePassed``.
    func wait(until condition: () throws -> Bool) async throws {
      let deadline = ContinuousClock.now + self
      while try !condition() {
        guard ContinuousClock.now < deadline else { throw DeadlinePassed() }
        try await pause(for: Self.betweenLooks)
      }
    }
  }
#endif
