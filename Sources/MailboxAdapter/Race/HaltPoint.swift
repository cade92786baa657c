import AppGroupMailbox
import Foundation

/// Where a helper stops or dies by its own hand: `kill:rename:3` is SIGKILL before the third rename, `stop:any:40` is SIGSTOP before the
/// fortieth call of any kind.
struct HaltPoint: LosslessStringConvertible {
  enum Primitive: String {
    case any
    case openDirectory, makeDirectory, list, openFile, createFile, close, read, write
    case status, setPermissions, setModificationTime, synchronize, rename, link, remove, tryLock, unlock
  }

  var signal: Int32
  var primitive: Primitive
  /// Counted from 1.
  var call: Int

  init(signal: Int32, primitive: Primitive, call: Int) {
    self.signal = signal
    self.primitive = primitive
    self.call = call
  }

  init?(_ text: String) {
    let parts = text.split(separator: ":").map(String.init)
    guard parts.count == 3, let primitive = Primitive(rawValue: parts[1]), let call = Int(parts[2]), call > 0 else {
      return nil
    }
    switch parts[0] {
    case "kill": self.init(signal: SIGKILL, primitive: primitive, call: call)
    case "stop": self.init(signal: SIGSTOP, primitive: primitive, call: call)
    default: return nil
    }
  }

  var description: String { "\(signal == SIGKILL ? "kill" : "stop"):\(primitive.rawValue):\(call)" }

  /// Says so on standard error, and sends the signal to the whole process.
  func halt() {
    FileHandle.standardError.write(Data("halted\n".utf8))
    kill(getpid(), signal)
  }
}
