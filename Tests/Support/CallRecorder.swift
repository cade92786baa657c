import AppGroupMailbox
import MailboxSimulation

/// The calls that went through a file system, in order.
package final class CallRecorder: Sendable {
  private let recorded = StateLock<[FileSystemCall]>([])

  package init() {}

  /// A file system that records here.
  package func fileSystem(over base: any FileSystem = POSIXFileSystem()) -> InterposedFileSystem {
    InterposedFileSystem(over: base) { [self] call throws(SystemError) in
      recorded.withLock { $0.append(call) }
    }
  }

  package var calls: [FileSystemCall] { recorded.withLock { $0 } }

  /// The calls since the last time, other than `close`.
  package func take() -> [FileSystemCall] {
    recorded.withLock { calls in
      defer { calls = [] }
      return calls.filter { $0.primitive != .close }
    }
  }
}

/// Makes chosen calls fail, or does something just before them.
package final class FaultPlan: Sendable {
  /// One kind of fault.
  package struct Fault: Sendable {
    package init(
      matches: @escaping @Sendable (FileSystemCall) -> Bool, skip: Int = 0, times: Int = .max,
      action: @escaping @Sendable (FileSystemCall) throws(SystemError) -> Void
    ) {
      self.matches = matches
      self.skip = skip
      self.times = times
      self.action = action
    }

    /// Which calls it is about.
    package var matches: @Sendable (FileSystemCall) -> Bool
    /// How many matching calls go well first.
    package var skip: Int
    /// How many calls fail after that.
    package var times: Int
    /// What happens: throws, or does something and returns.
    package var action: @Sendable (FileSystemCall) throws(SystemError) -> Void
  }

  private let faults = StateLock<[Fault]>([])

  package init() {}

  /// A file system that follows the plan.
  package func fileSystem(over base: any FileSystem = POSIXFileSystem(), transferLimit: Int = .max)
    -> InterposedFileSystem
  {
    InterposedFileSystem(over: base, transferLimit: transferLimit) { [self] call throws(SystemError) in
      try carryOut(call)
    }
  }

  /// Makes calls of a primitive fail.
  ///
  /// - Parameters:
  ///   - name: A prefix of the name it is about, if that matters; of a link or rename, the new name counts too.
  ///   - skip: How many go well first.
  ///   - times: How many fail after that.
  package func fail(
    _ primitive: FileSystemCall.Primitive, name prefix: String? = nil, skip: Int = 0, times: Int = .max,
    call: MailboxSystemCall, code: Int32
  ) {
    add(
      Fault(matches: Self.matcher(primitive, prefix), skip: skip, times: times) { _ throws(SystemError) in
        throw SystemError(call: call, code: code)
      })
  }

  /// Does something once, directly before a call of a primitive, which then goes on.
  package func before(
    _ primitive: FileSystemCall.Primitive, name prefix: String? = nil, skip: Int = 0,
    _ action: @escaping @Sendable (FileSystemCall) -> Void
  ) {
    add(
      Fault(matches: Self.matcher(primitive, prefix), skip: skip, times: 1) { call throws(SystemError) in action(call) }
    )
  }

  package func add(_ fault: Fault) {
    faults.withLock { $0.append(fault) }
  }

  /// Ends all faults.
  package func clear() {
    faults.withLock { $0 = [] }
  }

  private static func matcher(
    _ primitive: FileSystemCall.Primitive, _ prefix: String?
  ) -> @Sendable (FileSystemCall) -> Bool {
    { call in
      guard call.primitive == primitive else { return false }
      guard let prefix else { return true }
      return call.name?.hasPrefix(prefix) == true || call.newName?.hasPrefix(prefix) == true
    }
  }

  private func carryOut(_ call: FileSystemCall) throws(SystemError) {
    let due = faults.withLock { faults -> [Fault] in
      var due: [Fault] = []
      for index in faults.indices where faults[index].matches(call) {
        if faults[index].skip > 0 {
          faults[index].skip -= 1
        } else if faults[index].times > 0 {
          if faults[index].times != .max { faults[index].times -= 1 }
          due.append(faults[index])
        }
      }
      return due
    }
    for fault in due { try fault.action(call) }
  }
}
