import AppGroupMailbox
import MailboxSimulation
import Testing

/// The end of a virtual process.
@Suite struct SimulatedKillTests {
  private let bench: PowerLossBench

  init() throws {
    bench = try PowerLossBench(["m/a": "text"])
  }

  @Test func `Its locks are free for the next`() throws {
    let other = bench.disk.process(user: 0, identifier: 2)
    let mailbox = try other.openDirectory(atPath: "/m")
    let file = try other.openFile("a", in: mailbox, .read)
    #expect(try bench.system.tryLock(try bench.open("a")))
    #expect(try !other.tryLock(file))
    bench.disk.kill(bench.system)
    #expect(try other.tryLock(file))
  }

  @Test func `Its descriptors are gone, and nobody else's`() throws {
    let other = bench.disk.process(user: 0, identifier: 2)
    let mailbox = try other.openDirectory(atPath: "/m")
    #expect(mailbox == 3)
    bench.disk.kill(bench.system)
    #expect(!bench.disk.isAlive(bench.system) && bench.disk.isAlive(other))
    #expect(try other.status(of: mailbox).type == .directory)
    // The same identifier again, as the system may give it.
    let next = bench.disk.process(user: 0, identifier: 1)
    #expect(throws: SystemError(call: .status, code: ErrorNumber.badDescriptor)) { try next.status(of: 3) }
    #expect(try next.openDirectory(atPath: "/m") == 3)
    #expect(throws: SystemError(call: .status, code: ErrorNumber.badDescriptor)) { try bench.system.status(of: 3) }
  }

  @Test func `Unnamed files and files without a name any more are freed`() throws {
    let before = bench.disk.volume.tree()
    bench.disk.withVolume { $0.settings.inodeCapacity = 5 }
    _ = try bench.system.createUnnamedFile(in: bench.mailbox)
    #expect(throws: SystemError(call: .create, code: ErrorNumber.noSpace)) {
      try bench.system.createFile("b", in: bench.mailbox)
    }
    bench.disk.kill(bench.system)
    let next = bench.disk.process(user: 0, identifier: 1)
    let mailbox = try next.openDirectory(atPath: "/m")
    #expect(bench.disk.volume.tree() == before)
    _ = try next.createFile("b", in: mailbox)
    try next.remove("b", in: mailbox)
    #expect(throws: SystemError(call: .create, code: ErrorNumber.noSpace)) { try next.createFile("c", in: mailbox) }
    bench.disk.kill(next)
    let last = bench.disk.process(user: 0, identifier: 1)
    _ = try last.createFile("c", in: try last.openDirectory(atPath: "/m"))
  }

  @Test func `Every later call fails and changes nothing`() throws {
    let file = try bench.open("a")
    let (system, mailbox) = (bench.system, bench.mailbox)
    bench.disk.kill(system)
    let before = bench.disk.volume
    var operations: [DiskOperation] = [.openPath("/m", into: 0), .makePath("/x"), .statusOfPath("/m")]
    let tape = ChoiceTape(seed: 1)
    for _ in 0..<2_000 {
      operations.append(
        DiskOperation(drawnFrom: tape, folder: "/m", open: [0, 1], directories: [0], modes: [0], far: 0))
    }
    for operation in operations {
      let outcome = operation.perform(on: system, [mailbox] + Array(repeating: file, count: 8))
      switch operation {
      case .close, .unlock: #expect(outcome == .done)
      default: #expect(outcome.code == ErrorNumber.badDescriptor)
      }
    }
    #expect(bench.disk.volume == before)
  }

  @Test func `What it had not synchronised is as uncertain as before`() throws {
    try bench.create("x", "hello!", in: bench.temporaries)
    let states = bench.states(.adversarial)
    bench.disk.kill(bench.system)
    #expect(bench.states(.adversarial) == states)
  }
}
