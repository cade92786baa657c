import AppGroupMailbox
import MailboxSimulation
import Testing

/// What the real file system is not compared in: limits, times, order, and the volume as a value.
@Suite struct SimulatedVolumeTests {
  @Test func `A full volume takes what there is room for, then nothing`() throws {
    var settings = VolumeSettings()
    settings.byteCapacity = 10
    let bench = try PowerLossBench(["m/a": "1234"], settings: settings)
    let file = try bench.system.createFile("b", in: bench.mailbox)
    let text = Array("12345678".utf8)
    func write(at offset: Int64) throws -> Int {
      try text.withUnsafeBytes { try bench.system.write(file, $0, at: offset) }
    }
    #expect(try write(at: 0) == 6)
    #expect(throws: SystemError(call: .write, code: ErrorNumber.noSpace)) { try write(at: 6) }
    // What is there is written over without more room.
    #expect(try write(at: 0) == 6)
    try bench.system.remove("a", in: bench.mailbox)
    #expect(try write(at: 6) == 4)
    #expect(bench.states(.ordered).first == "m/b=1234561234")
  }

  @Test func `There are no more inodes than there is room for`() throws {
    var settings = VolumeSettings()
    settings.inodeCapacity = 4
    let bench = try PowerLossBench(settings: settings)
    _ = try bench.system.createFile("a", in: bench.mailbox)
    let noSpace = ErrorNumber.noSpace
    #expect(throws: SystemError(call: .create, code: noSpace)) { try bench.system.createFile("b", in: bench.mailbox) }
    #expect(throws: SystemError(call: .create, code: noSpace)) {
      try bench.system.createUnnamedFile(in: bench.mailbox)
    }
    #expect(throws: SystemError(call: .open, code: noSpace)) { try bench.open("b") }
    #expect(throws: SystemError(call: .makeDirectory, code: noSpace)) {
      try bench.system.makeDirectory("b", in: bench.mailbox)
    }
  }

  @Test func `A process has no more descriptors than it may, other processes have theirs`() throws {
    var settings = VolumeSettings()
    settings.descriptorLimit = 6
    let bench = try PowerLossBench(settings: settings)
    let system = bench.system
    #expect(try system.createFile("a", in: bench.mailbox) == 5)
    let tooMany = ErrorNumber.tooManyOpen
    #expect(throws: SystemError(call: .open, code: tooMany)) { try system.openDirectory(atPath: "/missing") }
    #expect(throws: SystemError(call: .open, code: tooMany)) { try system.openFile("missing", in: 99, .read) }
    #expect(throws: SystemError(call: .create, code: tooMany)) { try system.createFile("a", in: bench.mailbox) }
    #expect(throws: SystemError(call: .open, code: tooMany)) { try system.forEachEntry(in: 3) { _, _ in } }
    #expect(throws: SystemError(call: .setPermissions, code: tooMany)) {
      try system.setPermissions(0o700, ofDirectory: "m", in: 3)
    }
    #expect(try system.status(of: 5).type == .regular)
    #expect(try bench.disk.process(user: 0, identifier: 2).openDirectory(atPath: "/m") == 3)
    system.close(4)
    #expect(try system.openDirectory(atPath: "/m") == 4)
  }

  @Test func `Without unnamed files there are none`() throws {
    var settings = VolumeSettings()
    settings.supportsUnnamedFiles = false
    let bench = try PowerLossBench(settings: settings)
    #expect(throws: SystemError(call: .create, code: ErrorNumber.unsupported)) {
      try bench.system.createUnnamedFile(in: bench.mailbox)
    }
  }

  @Test(arguments: [VolumeSettings.TimeGranularity.nanosecond, .tick])
  func `Times are as fine as the volume's`(granularity: VolumeSettings.TimeGranularity) throws {
    let nanoseconds: Int64 = granularity == .tick ? 4_000_000 : 7_500_000
    var settings = VolumeSettings()
    settings.timeGranularity = granularity
    var volume = SimulatedVolume(settings)
    var caller = SimulatedCaller(process: 1, user: 0, now: FileTime(seconds: 9, nanoseconds: 7_500_000))
    let root = try volume.openDirectory(atPath: "/", by: caller)
    let file = try volume.createFile("a", in: root, by: caller)
    caller.now.seconds = 10
    for (descriptor, seconds) in [(root, 9), (file, 9)] as [(RawDescriptor, Int64)] {
      let status = try volume.status(of: descriptor, by: caller)
      #expect(status.modified == FileTime(seconds: seconds, nanoseconds: nanoseconds))
      // One name was added to the directory, and the change has a time of its own where these are fine.
      let isFineDirectory = descriptor == root && granularity == .nanosecond
      #expect(status.changed.nanoseconds == status.modified.nanoseconds + (isFineDirectory ? 1 : 0))
      #expect(status.changed.seconds == status.modified.seconds)
    }
    // What is set is kept exactly; the change is noted with the volume's time.
    try volume.setModificationTime(FileTime(seconds: 3, nanoseconds: 1), of: file, by: caller)
    #expect(try volume.status(of: file, by: caller).modified == FileTime(seconds: 3, nanoseconds: 1))
    #expect(try volume.status(of: file, by: caller).changed == FileTime(seconds: 10, nanoseconds: nanoseconds))
  }

  @Test func `What is planted has its own time, and its directory that of the planting`() throws {
    let clock = SimulatedClock(secondsSince2001: 0)
    let disk = SimulatedDisk(volume: SimulatedVolume(), clock: clock)
    let process = disk.process(user: 0, identifier: 1)
    clock.move(by: 5)
    let modified = FileTime(seconds: 3, nanoseconds: 1)
    disk.plant(.text("text"), at: "/a", mode: 0o640, owner: 7, modified: modified)
    let (status, root) = (try process.status(atPath: "/a"), try process.status(atPath: "/"))
    #expect(status.modified == modified && status.owner == 7 && status.permissions == 0o640 && status.size == 4)
    #expect(status.changed == FileTime(secondsSince2001: 5))
    // One name was added to it.
    #expect(
      root.modified == status.changed && root.changed == FileTime(seconds: status.changed.seconds, nanoseconds: 1))
  }

  @Test func `A directory lists in an order of its own, another on another volume`() throws {
    func listing(_ seed: UInt64, _ names: [String]) -> [String] {
      var settings = VolumeSettings()
      settings.seed = seed
      var volume = SimulatedVolume(settings)
      for name in names { volume.plant(.text(""), at: "/" + name) }
      let caller = SimulatedCaller(process: 1, user: 0, now: FileTime(seconds: 0, nanoseconds: 0))
      let root = try? volume.openDirectory(atPath: "/", by: caller)
      return root.flatMap { try? volume.entries(in: $0, by: caller).map(\.name.text) } ?? []
    }
    let names = (0..<20).map { "file-\($0)" }
    let first = listing(1, names)
    #expect(first == listing(1, names.reversed()))
    #expect(first.sorted() == names.sorted())
    #expect(first != names && first != names.sorted() && first != names.reversed() && first != listing(2, names))
  }

  @Test func `A visitor may make calls, and sees what was there when it began`() throws {
    let bench = try PowerLossBench(["m/a": "1", "m/b": "2", "m/c": "3"])
    var seen: [String] = []
    try bench.system.forEachEntry(in: bench.mailbox) { name, _ in
      seen.append(FileName(name).text)
      try? bench.system.remove(FileName(name), in: bench.mailbox)
      try? bench.system.makeDirectory(FileName("new-\(seen.count)"), in: bench.mailbox)
    }
    #expect(seen.sorted() == ["a", "b", "c"])
    #expect(bench.states(.ordered).first == "")
  }

  // MARK: The value

  @Test func `A copy is not changed with the original`() throws {
    let bench = try PowerLossBench(["m/a": "text"])
    let before = bench.disk.volume
    let (digest, tree) = (before.digest, before.tree())
    try bench.write("changed", to: try bench.open("a"))
    try bench.system.remove("a", in: bench.mailbox)
    #expect(before.digest == digest && before.tree() == tree)
    #expect(bench.disk.volume != before && bench.disk.volume.digest != digest)
  }

  @Test func `Two ways to one state make equal volumes`() throws {
    let (first, second) = (try PowerLossBench(), try PowerLossBench())
    for name in ["x", "y"] as [FileName] {
      let file = try first.create(name, "gone", in: first.temporaries)
      try first.system.remove(name, in: first.temporaries)
      first.system.close(file)
    }
    first.disk.withVolume { $0.synchronizeEverything() }
    #expect(first.disk.volume == second.disk.volume)
    #expect(first.disk.volume.digest == second.disk.volume.digest)
    #expect(first.disk.volume.hashValue == second.disk.volume.hashValue)
    for bench in [first, second] { try bench.create("a", "same", in: bench.mailbox) }
    #expect(first.disk.volume == second.disk.volume)
  }

  @Test func `Whatever matters later tells volumes apart`() throws {
    let changes: [(PowerLossBench) throws -> Void] = [
      { _ in },
      { _ = try $0.open("a") },
      { _ = try $0.system.openFile("a", in: $0.mailbox, .read) },
      { _ = try $0.system.tryLock(try $0.open("a")) },
      { try $0.write("text", to: try $0.open("a")) },
      { try $0.write("test", to: try $0.open("a")) },
      { try $0.write("\0", to: try $0.open("a"), at: 4) },
      { try $0.system.setPermissions(0o644, of: try $0.open("a")) },
      { try $0.system.setModificationTime(FileTime(seconds: 1, nanoseconds: 0), of: try $0.open("a")) },
      { try $0.system.rename("a", in: $0.mailbox, to: "b", in: $0.mailbox) },
      { try $0.system.rename("a", in: $0.mailbox, to: "a", in: $0.temporaries) },
      { try $0.system.remove("a", in: $0.mailbox) },
      {
        try $0.system.remove("a", in: $0.mailbox)
        try $0.system.synchronizeDirectory($0.mailbox)
      },
      { _ = try $0.system.createUnnamedFile(in: $0.mailbox) },
      { try $0.system.makeDirectory("d", in: $0.mailbox) },
    ]
    var volumes: Set<SimulatedVolume> = []
    var digests: Set<UInt64> = []
    for change in changes {
      let bench = try PowerLossBench(["m/a": "text"])
      try change(bench)
      volumes.insert(bench.disk.volume)
      digests.insert(bench.disk.volume.digest)
    }
    #expect(volumes.count == changes.count)
    #expect(digests.count == changes.count)
  }
}
