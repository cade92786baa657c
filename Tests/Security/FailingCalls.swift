import AppGroupMailbox
import Foundation
import MailboxSimulation
import MailboxTestSupport
import Testing

/// A place in a claim where a system call can fail for one file.
enum FailingCall: String, Sendable, CaseIterable {
  case opening, inspecting, stamping, renaming, confirming, reading

  /// What the error names.
  var call: MailboxSystemCall {
    switch self {
    case .opening: .open
    case .inspecting, .confirming: .status
    case .stamping: .setModificationTime
    case .renaming: .rename
    case .reading: .read
    }
  }

  /// A plan by which the call fails with a code for every message whose number `fails` says yes to.
  func plan(code: Int32, _ fails: @escaping @Sendable (Int) -> Bool) -> FaultPlan {
    let plan = FaultPlan()
    let watch = OpenMessages()
    let (kind, failing) = (self, call)
    plan.add(
      FaultPlan.Fault(
        matches: { call in
          watch.note(call)
          guard let number = watch.message(call, kind) else { return false }
          return fails(number)
        }, skip: 0, times: .max
      ) { _ throws(SystemError) in throw SystemError(call: failing, code: code) })
    return plan
  }
}

/// Follows which descriptor belongs to which message: only some calls have a name.
private final class OpenMessages: Sendable {
  private struct State {
    var lastOpened: Int?
    var numbers: [RawDescriptor: Int] = [:]
  }

  private let state = StateLock<State>(State())

  func note(_ call: FileSystemCall) {
    state.withLock { state in
      switch call.primitive {
      case .openFile where call.concernsMessage: state.lastOpened = Self.number(call.name)
      case .status:
        // The first call on a file that was just opened is its inspection.
        guard let number = state.lastOpened, let descriptor = call.descriptor else { return }
        state.numbers[descriptor] = number
        state.lastOpened = nil
      case .close:
        if let descriptor = call.descriptor { state.numbers[descriptor] = nil }
      default: break
      }
    }
  }

  /// The message that a call is about, if it is of the kind.
  func message(_ call: FileSystemCall, _ kind: FailingCall) -> Int? {
    switch (kind, call.primitive) {
    case (.opening, .openFile), (.renaming, .rename):
      call.name?.hasPrefix("pending-") == true ? Self.number(call.name) : nil
    case (.confirming, .statusOfName): call.name?.hasPrefix("claimed-") == true ? Self.number(call.name) : nil
    case (.inspecting, .status), (.stamping, .setModificationTime), (.reading, .read):
      state.withLock { $0.numbers[call.descriptor ?? -1] }
    default: nil
    }
  }

  private static func number(_ name: String?) -> Int? {
    name?.firstMatch(of: /pending-[0-9]{20}-00000000-0000-4000-8000-([0-9A-F]{12})/).flatMap { Int($0.1, radix: 16) }
  }
}
