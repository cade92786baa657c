#if FUZZING
  import Foundation
  import MailboxSimulation

  /// The entry that a coverage-guided fuzzer calls, with what is a tape of the target that `MAILBOX_FUZZ_TARGET` names.
  @_cdecl("LLVMFuzzerTestOneInput")
  public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let tape = ChoiceTape(bytes: Array(UnsafeBufferPointer(start: start, count: count)))
    do {
      guard let failure = try guidedTarget.failure(on: tape) else { return 0 }
      fatalError(failure)
    } catch {
      fatalError("the examination failed: \(error)")
    }
  }

  private let guidedTarget: any FuzzTarget = {
    let name = ProcessInfo.processInfo.environment["MAILBOX_FUZZ_TARGET"] ?? ""
    guard let target = FuzzTargets.named(name) else { fatalError("MAILBOX_FUZZ_TARGET names no target: '\(name)'") }
    return target
  }()
#endif
