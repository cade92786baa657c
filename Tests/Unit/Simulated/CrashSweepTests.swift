import MailboxSimulation
import MailboxTestSupport
import Testing

/// A slice of the exhaustive part: programs that are cut short at every call, with and without a power loss.
///
/// `MailboxFuzz --exhaustive 3` has all of it.
struct CrashSweepTests {
  private static let settings = CrashSetting.all.filter {
    $0.start == .mixed && $0.durability == .powerLoss || $0.start == .waiting && $0.durability == .ordered
  }

  @Test(.clauses("DUR-1", "ENQ-9", "REC-6"), arguments: settings)
  func `Whatever operation is cut short, nothing that was promised is broken`(setting: CrashSetting) throws {
    let register = StateRegister()
    let sweep = CrashSweep(register)
    var coverage = CrashSweep.Coverage()
    let start = try setting.volume()
    for program in CrashProgram.all(setting, length: 1) { sweep.run(program, from: start, into: &coverage) }
    #expect(coverage.violations.prefix(5).map(\.description) == [])
    #expect(coverage.crashes > 100)
    #expect(register.count > 300)
    #expect(coverage.points[.enqueue]?[.synchronizeFile] ?? 0 > 0)
  }

  @Test func `Two operations, the second cut short`() throws {
    let setting = CrashSetting(
      start: .waiting, durability: .powerLoss, discardsOldest: false, supportsUnnamedFiles: true)
    let sweep = CrashSweep(StateRegister())
    var coverage = CrashSweep.Coverage()
    let start = try setting.volume()
    for second in [CrashOperation.acknowledge, .release, .extend, .reject] {
      sweep.run(CrashProgram(setting, [.claimAll, second]), from: start, into: &coverage)
    }
    sweep.run(CrashProgram(setting, [.enqueueLazily, .enqueueRepeated]), from: start, into: &coverage)
    #expect(coverage.violations.prefix(5).map(\.description) == [])
    #expect(coverage.points[.reject]?[.rename] ?? 0 > 0)
  }
}

/// Calls that fail, once and for good.
struct FailureSweepTests {
  @Test(
    .clauses("ERR-1", "ERR-3", "ERR-4"),
    arguments: [
      CrashSetting(start: .mixed, durability: .powerLoss, discardsOldest: false, supportsUnnamedFiles: true),
      CrashSetting(start: .full, durability: .ordered, discardsOldest: true, supportsUnnamedFiles: false),
    ])
  func `Whatever call fails, nothing is lost, and the error says which it was`(setting: CrashSetting) throws {
    let sweep = FailureSweep(codes: FailureSweep.codes.filter { $0 == 5 || $0 == 28 })
    var coverage = FailureSweep.Coverage()
    let start = try setting.volume()
    for program in CrashProgram.all(setting, length: 1) { sweep.run(program, from: start, into: &coverage) }
    for operation in [CrashOperation.acknowledge, .release, .extend, .reject] {
      sweep.run(CrashProgram(setting, [.claimAll, operation]), from: start, into: &coverage)
    }
    #expect(coverage.violations.prefix(5) == [])
    #expect(coverage.count > 200)
  }
}
