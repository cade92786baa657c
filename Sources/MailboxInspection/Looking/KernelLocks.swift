import AppGroupMailbox
import Foundation

/// Who holds a file's lock, as the kernel's own list tells: asking for the lock would mean taking it.
enum KernelLocks {
  private static let largest = 1 << 20

  /// - Returns: Nothing where there is no such list.
  static func holder(of file: FileIdentity, _ fileSystem: any FileSystem) -> (isHeld: Bool?, process: Int?) {
    #if os(Linux)
      do throws(SystemError) {
        let folder = Descriptor(try fileSystem.openDirectory(atPath: "/proc"), of: fileSystem)
        let list = Descriptor(try fileSystem.openFile("locks", in: folder.raw, .read), of: fileSystem)
        let text = try fileSystem.readAll(list.raw, expected: 65_536, atMost: largest)
        guard text.count <= largest else { return (nil, nil) }
        return holder(of: file, in: String(decoding: text, as: UTF8.self))
      } catch {
        return (nil, nil)
      }
    #else
      return (nil, nil)
    #endif
  }

  /// - Parameter list: Lines such as `1: FLOCK  ADVISORY  WRITE 4711 fe:01:1234 0 EOF`; those who wait have `->` behind the number.
  static func holder(of file: FileIdentity, in list: String) -> (isHeld: Bool?, process: Int?) {
    let wanted = "\(hexadecimal(major(file.volume))):\(hexadecimal(minor(file.volume))):\(file.number)"
    for line in list.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count >= 6, words[1] == "FLOCK", words[5] == wanted else { continue }
      // Where the process is not to be seen from here, the number is 0 or less.
      return (true, Int(words[4]).flatMap { $0 > 0 ? $0 : nil })
    }
    return (false, nil)
  }

  private static func major(_ volume: UInt64) -> UInt64 { volume >> 8 & 0xFFF | volume >> 32 & 0xFFFF_F000 }
  private static func minor(_ volume: UInt64) -> UInt64 { volume & 0xFF | volume >> 12 & 0xFFFF_FF00 }

  private static func hexadecimal(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return digits.count < 2 ? "0" + digits : digits
  }
}
