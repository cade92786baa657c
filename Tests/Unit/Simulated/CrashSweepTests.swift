import MailboxSimulation
import MailboxTestSupport
import Testing

/// A slice of the exhaustive part: programs that are cut short at every call, with and without a power loss.
///
/// `MailboxFuzz --exhaustive 3` has all of it.
struct CrashSweepTests {
  /// One of each start.
  static let settings = Array(CrashSetting.mostTellingFirst.prefix(CrashStart.allCases.count))
  /// Those in which most can go wrong, whatever else they are like.
  private static let others = CrashSetting.all.filter {
    ($0.start == .mixed && $0.durability == .powerLoss || $0.start == .waiting && $0.durability == .ordered)
      && !settings.contains($0)
  }

  @Test(.clauses("DUR-1", "ENQ-9", "REC-6"), arguments: settings + others)
  func `Whatever operation is cut short, nothing that was promised is broken`(setting: CrashSetting) throws {
    let register = StateRegister()
    let sweep = CrashSweep(register)
    var coverage = CrashSweep.Coverage()
    let start = try setting.volume()
    for program in CrashProgram.single(setting) { sweep.run(program, from: start, into: &coverage) }
    #expect(coverage.violations.prefix(5).map(\.description) == [])
    #expect(coverage.crashes > 100)
    // Where nothing is there, fewer operations have anything to do.
    #expect(register.count > (setting.start == .nothing ? 200 : 300))
    #expect(coverage.points[.enqueue]?[.synchronizeFile] ?? 0 > 0)
    if setting.start != .nothing { #expect(coverage.points[.reject]?[.rename] ?? 0 > 0) }
  }
}

/// Calls that fail, once and for good.
struct FailureSweepTests {
  @Test(
    .clauses("ERR-1", "ERR-3", "ERR-4"),
    arguments: CrashSweepTests.settings
      + [
        CrashSetting(start: .mixed, durability: .powerLoss, discardsOldest: false, supportsUnnamedFiles: true),
        CrashSetting(start: .full, durability: .ordered, discardsOldest: true, supportsUnnamedFiles: false),
      ].filter { !CrashSweepTests.settings.contains($0) })
  func `Whatever call fails, nothing is lost, and the error says which it was`(setting: CrashSetting) throws {
    let sweep = FailureSweep(codes: FailureSweep.codes.filter { $0 == 5 || $0 == 28 })
    var coverage = FailureSweep.Coverage()
    let start = try setting.volume()
    for program in CrashProgram.single(setting) { sweep.run(program, from: start, into: &coverage) }
    #expect(coverage.violations.prefix(5) == [])
    #expect(coverage.count > 200)
  }
}
