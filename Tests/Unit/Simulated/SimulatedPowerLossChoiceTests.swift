import AppGroupMailbox
import MailboxSimulation
import Testing

/// States chosen by a tape, after random calls.
@Suite struct SimulatedPowerLossChoiceTests {
  @Test(arguments: 0..<40 as Range<UInt64>)
  func `A chosen state is one of all, zeros choose the first, and every one can be chosen`(seed: UInt64) throws {
    let volume = try Self.volume(ChoiceTape(seed: seed))
    for model in PowerLossModel.allCases {
      let all = volume.powerLossStates(model, atMost: 20_000)
      guard all.isComplete else { continue }
      #expect(volume.afterPowerLoss(model, choosing: ChoiceTape(recorded: [])) == all.volumes.first)
      var missing = Set(all.volumes)
      #expect(missing.count == all.volumes.count)
      let tape = ChoiceTape(seed: seed)
      for _ in 0..<300 {
        let chosen = volume.afterPowerLoss(model, choosing: tape)
        #expect(all.volumes.contains(chosen))
        missing.remove(chosen)
      }
      if all.volumes.count <= 6 { #expect(missing.isEmpty) }
    }
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `What a volume in order leaves, one without may leave too`(seed: UInt64) throws {
    // Each file is written at most once: torn between two writes is another matter.
    let volume = try Self.volume(ChoiceTape(seed: seed))
    let adversarial = volume.powerLossStates(.adversarial, atMost: 20_000)
    guard adversarial.isComplete else { return }
    let ordered = Set(volume.powerLossStates(.ordered).volumes)
    #expect(ordered.subtracting(adversarial.volumes).isEmpty)
  }

  /// A volume on which a few things happened.
  private static func volume(_ tape: ChoiceTape) throws -> SimulatedVolume {
    let bench = try PowerLossBench(["m/a": "1", "t/b": "2"])
    let names: [FileName] = ["a", "b", "c"]
    let directories = [bench.temporaries, bench.mailbox]
    var files: [RawDescriptor] = []
    for step in 0..<tape.integer(in: 1...9) {
      let (name, directory) = (tape.pick(from: names), tape.pick(from: directories))
      do throws(SystemError) {
        switch tape.choose(below: 8) {
        case 0..<2:
          let file = try bench.system.createFile(name, in: directory)
          files.append(file)
          let text = Array("written in step \(step)".utf8)
          let result = text.withUnsafeBytes { bytes in
            Result { () throws(SystemError) in try bench.system.write(file, bytes, at: 0) }
          }
          _ = try result.get()
        case 2..<4:
          try bench.system.rename(
            name, in: directory, to: tape.pick(from: names), in: tape.pick(from: directories))
        case 4: try bench.system.remove(name, in: directory)
        case 5: try bench.system.synchronizeDirectory(directory)
        default:
          guard !files.isEmpty else { continue }
          try bench.system.synchronizeFile(tape.pick(from: files), tape.pick(from: [.full, .barrier]))
        }
      } catch {
        // A name that is not there, or is: the next step.
        continue
      }
    }
    return bench.disk.volume
  }
}
