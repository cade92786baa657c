import AppGroupMailbox
import Foundation
import MailboxSimulation

/// Where a helper stops or dies by its own hand: `kill:rename:3` is SIGKILL before the third rename, `stop:any:40` is SIGSTOP before the
/// fortieth call of any kind.
struct HaltPoint: LosslessStringConvertible {
  /// No signal: it only says that it is there, and goes on.
  static let none: Int32 = 0

  var signal: Int32
  /// `nil` for calls of any kind.
  var primitive: FileSystemCall.Primitive?
  /// Counted from 1.
  var call: Int

  init(signal: Int32, primitive: FileSystemCall.Primitive?, call: Int) {
    self.signal = signal
    self.primitive = primitive
    self.call = call
  }

  init?(_ text: String) {
    let parts = text.split(separator: ":").map(String.init)
    guard parts.count == 3, let call = Int(parts[2]), call > 0 else { return nil }
    let primitive = FileSystemCall.Primitive(rawValue: parts[1])
    guard primitive != nil || parts[1] == "any" else { return nil }
    switch parts[0] {
    case "kill": self.init(signal: SIGKILL, primitive: primitive, call: call)
    case "stop": self.init(signal: SIGSTOP, primitive: primitive, call: call)
    case "tell": self.init(signal: Self.none, primitive: primitive, call: call)
    default: return nil
    }
  }

  private var verb: String {
    switch signal {
    case SIGKILL: "kill"
    case SIGSTOP: "stop"
    default: "tell"
    }
  }

  var description: String { "\(verb):\(primitive?.rawValue ?? "any"):\(call)" }

  /// The real file system, with something happening before the chosen call.
  ///
  /// - Parameter isCounting: Whether calls count at the moment.
  func fileSystem(
    while isCounting: StateLock<Bool> = StateLock(true),
    _ action: @escaping @Sendable (FileSystemCall.Primitive) -> Void
  ) -> any FileSystem {
    let count = StateLock(0)
    return InterposedFileSystem { [primitive, call] made throws(SystemError) in
      guard isCounting.withLock(\.self), primitive == nil || primitive == made.primitive else { return }
      let number = count.withLock { count in
        count += 1
        return count
      }
      if number == call { action(made.primitive) }
    }
  }

  /// What `--halt` asks for.
  static func fileSystem(
    _ arguments: inout CommandArguments, while isCounting: StateLock<Bool> = StateLock(true)
  ) throws -> any FileSystem {
    guard let point: HaltPoint = try arguments.takeIfThere("halt") else { return POSIXFileSystem() }
    return point.fileSystem(while: isCounting) { point.halt(before: $0) }
  }

  /// Says so on standard error, and sends the signal to the whole process.
  private func halt(before primitive: FileSystemCall.Primitive) {
    FileHandle.standardError.write(Data("before \(primitive)\nhalted\n".utf8))
    kill(getpid(), signal)
  }
}
