package import Foundation
package import AppGroupMailbox

/// One of the processes of a ``VirtualMachine``: a thread that runs only while it is its turn.
package struct VirtualProcess: Sendable {
  package let index: Int
  let machine: VirtualMachine

  /// Ends a turn, perhaps: called before whatever other processes can see.
  ///
  /// - Parameter call: What it is about to call.
  /// - Throws: What the call fails with: a planted failure, or that of a process that is dead and can do nothing any more.
  package func step(_ call: FileSystemCall) throws(SystemError) {
    try machine.step(index, call)
  }

  /// Lets time pass, and others run meanwhile.
  package func sleep(nanoseconds: UInt64) {
    machine.sleep(index, nanoseconds)
  }

  /// Whether it was killed, or the power went out: what it still does has no effect.
  package var isDead: Bool { machine.isDead(index) }

  /// A new process in the place of one that is dead.
  package func revive() { machine.revive(index) }

  /// Somebody continues whoever was stopped: for one that would wait for them without end.
  package func resumeOthers() { machine.resumeAll() }
}

/// The clocks as a virtual process sees them: they are the machine's, and stand while others are not waited for.
package struct VirtualClock: MailboxClock {
  private let process: VirtualProcess
  private let clock: SimulatedClock

  package init(_ process: VirtualProcess, _ clock: SimulatedClock) {
    self.process = process
    self.clock = clock
  }

  package var now: Date { clock.now }

  /// That of the dead runs away, so that whatever they wait for is over.
  package var monotonicNanoseconds: UInt64 { process.isDead ? .max / 2 : clock.monotonicNanoseconds }

  package func sleep(nanoseconds: UInt64) { process.sleep(nanoseconds: nanoseconds) }
}
