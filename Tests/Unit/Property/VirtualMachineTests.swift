import AppGroupMailbox
import MailboxSimulation
import Testing

/// Processes that take turns as a tape says: one at a time, and the same in every run.
struct VirtualMachineTests {
  /// What happened, in order: the process, and what it did.
  private static func run(
    processes: Int = 3, seed: UInt64 = 1, _ events: [(VirtualEvent, Int)] = [(.preempted, 1)], longestGap: Int = 4,
    body: @escaping @Sendable (VirtualProcess, _ say: (String) -> Void) -> Void
  ) -> [String] {
    let said = StateLock<[String]>([])
    let clock = SimulatedClock(secondsSince2001: 0)
    let events = VirtualEvents(events.map { (event: $0.0, weight: $0.1) }, longestGap: longestGap)
    let machine = VirtualMachine(
      processes: processes, plan: events.plan(ChoiceTape(seed: seed)), clock: clock,
      world: VirtualWorld(
        bury: { process in said.withLock { $0.append("\(process) is buried") } },
        happen: { event, _ in
          switch event {
          case .powerLost: said.withLock { $0.append("power lost") }
          case .clockMoved: clock.move(by: -5)
          case .disturbed: said.withLock { $0.append("disturbed") }
          default: break
          }
        }))
    machine.run { process in
      body(process) { word in said.withLock { $0.append("\(process.index) \(word)") } }
    }
    return said.withLock(\.self)
  }

  private static func walk(_ process: VirtualProcess, _ say: (String) -> Void) {
    for number in 0..<20 {
      guard (try? process.step(FileSystemCall(.read))) != nil else { return say("failed") }
      say("\(number)")
    }
  }

  @Test func `The same tape gives the same run, and another another`() {
    let first = Self.run(body: Self.walk)
    #expect(first.count == 60)
    #expect(Self.run(body: Self.walk) == first)
    #expect(Self.run(seed: 2, body: Self.walk) != first)
    let order = first.map { $0.prefix(1) }
    #expect(zip(order, order.dropFirst()).count { $0 != $1 } > 5, "they take turns")
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `Only one runs at a time`(seed: UInt64) {
    let inside = StateLock(0)
    let overlaps = StateLock(0)
    _ = Self.run(seed: seed) { process, _ in
      for _ in 0..<50 {
        if inside.withLock({ inside in
          inside += 1; return inside
        }) > 1 {
          overlaps.withLock { $0 += 1 }
        }
        inside.withLock { $0 -= 1 }
        try? process.step(FileSystemCall(.read))
      }
    }
    #expect(overlaps.withLock(\.self) == 0)
  }

  @Test func `A tape that has run out lets each process run to its end`() {
    let said = StateLock<[Int]>([])
    let events = VirtualEvents([(.killed, 1)], longestGap: 3)
    let machine = VirtualMachine(
      processes: 2, plan: events.plan(ChoiceTape(recorded: [])), clock: SimulatedClock(secondsSince2001: 0),
      world: VirtualWorld(bury: { _ in }, happen: { _, _ in }))
    machine.run { process in
      for _ in 0..<3 {
        try? process.step(FileSystemCall(.read))
        said.withLock { $0.append(process.index) }
      }
    }
    #expect(said.withLock(\.self) == [0, 0, 0, 1, 1, 1])
  }

  @Test func `A process that is killed can do nothing any more, until there is another in its place`() {
    let said = Self.run(processes: 2, [(.killed, 1)], longestGap: 10) { process, say in
      Self.walk(process, say)
      guard process.isDead else { return }
      #expect(throws: SystemError(call: .rename, code: ErrorNumber.badDescriptor)) {
        try process.step(FileSystemCall(.rename))
      }
      process.revive()
      #expect(!process.isDead)
      say("lives again")
    }
    #expect(said.contains { $0.hasSuffix("is buried") })
    #expect(said.count { $0.hasSuffix("is buried") } == said.count { $0.hasSuffix("lives again") })
  }

  @Test func `When the power goes out all die`() throws {
    let said = Self.run(processes: 3, [(.powerLost, 1)], longestGap: 10, body: Self.walk)
    let lost = try #require(said.firstIndex(of: "power lost"))
    #expect(said[..<lost].suffix(3).allSatisfy { $0.hasSuffix("is buried") })
    #expect(said[lost...].dropFirst().allSatisfy { $0.hasSuffix("failed") })
  }

  @Test func `One that is stopped goes on when the others have ended, at the latest`() {
    let said = Self.run(processes: 2, [(.stopped, 1)], longestGap: 30, body: Self.walk)
    #expect(said.count == 40)
    #expect(said.last?.hasSuffix("19") == true)
  }

  @Test func `Those that wait let time pass only when nobody else can go on`() {
    let said = Self.run(processes: 3, seed: 3, [(.preempted, 1)], longestGap: 2) { process, say in
      process.sleep(nanoseconds: UInt64(3 - process.index) * 1_000_000)
      say("awake")
    }
    #expect(said == ["2 awake", "1 awake", "0 awake"])
  }

  @Test func `A call fails as that call does`() {
    let said = Self.run(processes: 1, [(.failed(code: 28), 1)], longestGap: 1) { process, say in
      for _ in 0..<10 {
        do { try process.step(FileSystemCall(.link)) } catch let error as SystemError {
          say("\(error.call) \(error.code)")
        } catch {}
      }
    }
    #expect(said.first == "0 link 28")
  }

  @Test func `An event can be left out of a tape, and the others stay`() {
    let events = VirtualEvents([(.preempted, 1), (.clockMoved, 1)], longestGap: 9)
    let tape = ChoiceTape(seed: 3)
    let plan = events.plan(tape)
    #expect(plan.events.count > 10)
    let shorter = events.plan(
      ChoiceTape(recorded: Array(tape.drawn[..<tape.parts[4]] + tape.drawn[tape.parts[5]...])))
    #expect(
      shorter.events.map(\.argument)
        == (plan.events[..<4] + plan.events[5...]).map(\.argument))
  }
}
