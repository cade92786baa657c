import AppGroupMailbox
import MailboxSimulation
import Testing

/// What a power loss leaves, state by state; the first is always that in which nothing was lost.
@Suite struct SimulatedPowerLossTests {
  @Test func `A synchronised file whose directories were not has its old name, the new one or none`() throws {
    let bench = try PowerLossBench()
    let file = try bench.create("x", "hello!", in: bench.temporaries)
    try bench.system.synchronizeFile(file, .full)
    try bench.system.rename("x", in: bench.temporaries, to: "y", in: bench.mailbox)
    #expect(bench.states(.ordered) == ["m/y=hello!", "t/x=hello!"])
    #expect(bench.states(.adversarial) == ["m/y=hello!", "t/x=hello!", ""])
  }

  @Test func `A file that was not synchronised may be torn under every name`() throws {
    let bench = try PowerLossBench()
    try bench.create("x", "hello!", in: bench.temporaries)
    try bench.system.rename("x", in: bench.temporaries, to: "y", in: bench.mailbox)
    #expect(bench.states(.ordered) == ["m/y=hello!", "t/x=hello!", "t/x=", ""])
    #expect(
      bench.states(.adversarial) == [
        "m/y=hello!", "m/y=", "m/y=000000", "m/y=hel", "t/x=hello!", "t/x=", "t/x=000000", "t/x=hel", "",
      ])
  }

  @Test func `A change of a synchronised file leaves it as it was, as it is or torn`() throws {
    let bench = try PowerLossBench(["m/a": "old"])
    let file = try bench.open("a")
    try bench.write("newer", to: file)
    #expect(bench.states(.ordered) == ["m/a=newer", "m/a=old"])
    #expect(bench.states(.adversarial) == ["m/a=newer", "m/a=old", "m/a=", "m/a=00000", "m/a=ne"])
    try bench.system.synchronizeFile(file, .full)
    for model in PowerLossModel.allCases { #expect(bench.states(model) == ["m/a=newer"]) }
  }

  @Test func `Synchronising a directory makes its names durable and no data`() throws {
    let bench = try PowerLossBench()
    try bench.create("a", "text", in: bench.mailbox)
    try bench.system.synchronizeDirectory(bench.mailbox)
    #expect(bench.states(.adversarial) == ["m/a=text", "m/a=", "m/a=0000", "m/a=te"])
    // In order, the data came after the name.
    #expect(bench.states(.ordered) == ["m/a=text", "m/a="])
  }

  @Test func `Two renames in one directory persist in their order`() throws {
    let bench = try PowerLossBench(["m/a": "1", "m/b": "2"])
    try bench.system.rename("a", in: bench.mailbox, to: "c", in: bench.mailbox)
    try bench.system.rename("b", in: bench.mailbox, to: "d", in: bench.mailbox)
    for model in PowerLossModel.allCases {
      #expect(bench.states(model) == ["m/c=1 m/d=2", "m/b=2 m/c=1", "m/a=1 m/b=2"])
    }
  }

  @Test func `Two renames in two directories persist in any order if the volume has none`() throws {
    let bench = try PowerLossBench(["t/a": "1", "m/b": "2"])
    try bench.system.rename("a", in: bench.temporaries, to: "c", in: bench.temporaries)
    try bench.system.rename("b", in: bench.mailbox, to: "d", in: bench.mailbox)
    #expect(bench.states(.ordered) == ["m/d=2 t/c=1", "m/b=2 t/c=1", "m/b=2 t/a=1"])
    #expect(bench.states(.adversarial) == ["m/d=2 t/c=1", "m/b=2 t/c=1", "m/d=2 t/a=1", "m/b=2 t/a=1"])
  }

  @Test func `A rename between directories persists in both or in neither`() throws {
    let bench = try PowerLossBench(["t/x": "1"])
    try bench.system.rename("x", in: bench.temporaries, to: "y", in: bench.mailbox)
    for model in PowerLossModel.allCases { #expect(bench.states(model) == ["m/y=1", "t/x=1"]) }
    try bench.system.synchronizeDirectory(bench.temporaries)
    for model in PowerLossModel.allCases { #expect(bench.states(model) == ["m/y=1"]) }
  }

  @Test func `A directory's durable rename takes along what came before in the other directory`() throws {
    let bench = try PowerLossBench(["t/x": "1", "t/z": "2"])
    try bench.system.rename("z", in: bench.temporaries, to: "w", in: bench.temporaries)
    try bench.system.rename("x", in: bench.temporaries, to: "y", in: bench.mailbox)
    try bench.system.remove("w", in: bench.temporaries)
    try bench.system.synchronizeDirectory(bench.mailbox)
    for model in PowerLossModel.allCases { #expect(bench.states(model) == ["m/y=1", "m/y=1 t/w=2"]) }
  }

  @Test func `Behind its barrier a file is never torn`() throws {
    let bench = try PowerLossBench()
    let file = try bench.create("x", "hello!", in: bench.temporaries)
    try bench.system.synchronizeFile(file, .barrier)
    try bench.system.rename("x", in: bench.temporaries, to: "y", in: bench.mailbox)
    #expect(bench.states(.ordered) == ["m/y=hello!", "t/x=hello!", "t/x=", ""])
    #expect(
      bench.states(.adversarial) == ["m/y=hello!", "t/x=hello!", "", "t/x=", "t/x=000000", "t/x=hel"])
  }

  @Test func `A barrier holds back other files too`() throws {
    let bench = try PowerLossBench(["m/a": "old", "m/b": "old"])
    let (first, second) = (try bench.open("a"), try bench.open("b"))
    try bench.write("new", to: first)
    try bench.system.synchronizeFile(first, .barrier)
    try bench.write("new", to: second)
    let behind = ["m/a=new m/b=new", "m/a=new m/b=old", "m/a=new m/b=", "m/a=new m/b=000", "m/a=new m/b=n"]
    let before = ["m/a=old m/b=old", "m/a= m/b=old", "m/a=000 m/b=old", "m/a=n m/b=old"]
    #expect(bench.states(.adversarial) == behind + before)
    // What is behind a barrier and durable brings the file with it.
    try bench.system.synchronizeFile(second, .full)
    #expect(bench.states(.adversarial) == ["m/a=new m/b=new"])
  }

  @Test func `A barrier asks nothing of what came before it`() throws {
    let bench = try PowerLossBench(["m/a": "old"])
    try bench.create("x", "", in: bench.temporaries)
    let file = try bench.open("a")
    try bench.write("new", to: file)
    try bench.system.synchronizeFile(file, .barrier)
    try bench.system.rename("a", in: bench.mailbox, to: "b", in: bench.mailbox)
    #expect(
      bench.states(.adversarial) == [
        "m/b=new t/x=", "m/a=new t/x=", "m/b=new", "m/a=new", "m/a=old t/x=", "m/a= t/x=", "m/a=000 t/x=",
        "m/a=n t/x=", "m/a=old", "m/a=", "m/a=000", "m/a=n",
      ])
  }

  @Test func `A removed file may come back until its directory is synchronised`() throws {
    let bench = try PowerLossBench(["m/a": "1"])
    try bench.system.remove("a", in: bench.mailbox)
    for model in PowerLossModel.allCases { #expect(bench.states(model) == ["", "m/a=1"]) }
    try bench.create("a", "", in: bench.mailbox)
    for model in PowerLossModel.allCases { #expect(bench.states(model) == ["m/a=", "", "m/a=1"]) }
    try bench.system.synchronizeDirectory(bench.mailbox)
    for model in PowerLossModel.allCases { #expect(bench.states(model) == ["m/a="]) }
  }

  @Test func `The number of links is that of the names that are left`() throws {
    let bench = try PowerLossBench(["m/a": "1"])
    let file = try bench.open("a")
    try bench.system.link(file, to: "b", in: bench.temporaries)
    try bench.system.remove("a", in: bench.mailbox)
    #expect(bench.states(.ordered) == ["t/b=1", "m/a=1*2 t/b=1*2", "m/a=1"])
    #expect(bench.states(.adversarial) == ["t/b=1", "m/a=1*2 t/b=1*2", "", "m/a=1"])
  }

  @Test func `An unnamed file is there whole or not at all once it is synchronised and linked`() throws {
    let bench = try PowerLossBench()
    let file = try bench.system.createUnnamedFile(in: bench.mailbox)
    try bench.write("hello!", to: file)
    for model in PowerLossModel.allCases { #expect(bench.states(model) == [""]) }
    try bench.system.synchronizeFile(file, .full)
    try bench.system.link(file, to: "y", in: bench.mailbox)
    for model in PowerLossModel.allCases { #expect(bench.states(model) == ["m/y=hello!", ""]) }
  }

  @Test func `Mode and modification time are old or new without a change of the data`() throws {
    let bench = try PowerLossBench(["m/a": "text"])
    let file = try bench.open("a")
    let old = try bench.system.status(of: file)
    try bench.system.setPermissions(0o640, of: file)
    try bench.system.setModificationTime(FileTime(seconds: 5, nanoseconds: 6), of: file)
    let new = try bench.system.status(of: file)
    func statuses(_ model: PowerLossModel) throws -> [[String]] {
      try bench.disk.volume.powerLossStates(model).volumes.map { volume in
        let status = try volume.status(atPath: "/m/a", by: SimulatedCaller(process: 1, user: 0, now: old.modified))
        return ["\(status.permissions)", "\(status.modified)", "\(status.size)"]
      }
    }
    let states = [new, old].map { ["\($0.permissions)", "\($0.modified)", "\($0.size)"] }
    #expect(try statuses(.adversarial) == states)
    let between = ["\(new.permissions)", "\(old.modified)", "\(old.size)"]
    #expect(try statuses(.ordered) == [states[0], between, states[1]])
  }

  @Test func `What is in a new directory is lost with it`() throws {
    let bench = try PowerLossBench()
    try bench.system.makeDirectory("d", in: bench.mailbox)
    let directory = try bench.system.openDirectory("d", in: bench.mailbox)
    let file = try bench.create("a", "1", in: directory)
    try bench.system.synchronizeFile(file, .full)
    try bench.system.synchronizeDirectory(directory)
    #expect(bench.states(.adversarial) == ["m/d/a=1", ""])
    try bench.system.synchronizeDirectory(bench.mailbox)
    #expect(bench.states(.adversarial) == ["m/d/a=1"])
  }

  @Test func `What was moved out of a directory before it was removed is never lost`() throws {
    let bench = try PowerLossBench()
    try bench.system.makeDirectory("d", in: bench.mailbox)
    let directory = try bench.system.openDirectory("d", in: bench.mailbox)
    try bench.create("a", "", in: directory)
    bench.disk.withVolume { $0.synchronizeEverything() }
    try bench.system.rename("a", in: directory, to: "b", in: bench.temporaries)
    try bench.system.removeDirectory("d", in: bench.mailbox)
    #expect(bench.states(.adversarial) == ["t/b=", "t/b=", "m/d/a="])
    try bench.system.synchronizeDirectory(bench.mailbox)
    #expect(bench.states(.adversarial) == ["t/b="])
  }

  @Test func `After a power loss nothing is open or locked and everything is durable`() throws {
    let bench = try PowerLossBench(["m/a": "old"])
    let file = try bench.open("a")
    #expect(try bench.system.tryLock(file))
    try bench.write("new", to: file)
    for model in PowerLossModel.allCases {
      for volume in bench.disk.volume.powerLossStates(model).volumes {
        #expect(PowerLossModel.allCases.allSatisfy { volume.powerLossStates($0).volumes == [volume] })
        let disk = SimulatedDisk(volume: volume, clock: SimulatedClock(secondsSince2001: 0))
        let process = disk.process(user: 0, identifier: 1)
        #expect(throws: SystemError(call: .status, code: ErrorNumber.badDescriptor)) {
          try process.status(of: file)
        }
        let mailbox = try process.openDirectory(atPath: "/m")
        let again = try process.openFile("a", in: mailbox, .read)
        #expect(try process.tryLock(again))
      }
    }
  }

  @Test func `A file that is written again and again may be as it last was synchronised, or torn`() throws {
    let bench = try PowerLossBench(["m/a": "old", "m/b": "1"])
    let file = try bench.open("a")
    for text in ["one", "two", "three", "four"] {
      try bench.write(text, to: file)
      try bench.system.rename("b", in: bench.mailbox, to: "c", in: bench.mailbox)
      try bench.system.synchronizeDirectory(bench.mailbox)
      try bench.system.rename("c", in: bench.mailbox, to: "b", in: bench.mailbox)
    }
    let contents = ["foure", "old", "", "00000", "fo"]
    #expect(bench.states(.ordered) == ["m/a=foure m/b=1", "m/a=foure m/c=1"])
    #expect(
      bench.states(.adversarial) == contents.map { "m/a=\($0) m/b=1" } + contents.map { "m/a=\($0) m/c=1" })
  }

  @Test func `Enumeration says when it stopped at its limit`() throws {
    let bench = try PowerLossBench()
    try bench.create("x", "hello!", in: bench.temporaries)
    let all = bench.disk.volume.powerLossStates(.adversarial)
    #expect(all.isComplete && all.volumes.count == 5)
    for limit in 0...6 {
      let some = bench.disk.volume.powerLossStates(.adversarial, atMost: limit)
      #expect(some.volumes == Array(all.volumes.prefix(limit)))
      #expect(some.isComplete == (limit >= 5))
    }
  }
}
