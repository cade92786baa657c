internal import Foundation

extension ModelName {
  /// The pending name that a file has.
  ///
  /// Not the library's grammar: written once more, so that both must agree.
  init?(fileName: Substring) {
    let parts = fileName.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 9, parts[0] == "pending", parts[1].count == 20, parts[7].count == 16,
      let ordinal = UInt64(parts[1]), let id = UUID(uuidString: parts[2...6].joined(separator: "-")),
      let ordered = UInt64(parts[7], radix: 16), parts[8].count == 9, parts[8].hasSuffix(".json"),
      let attempts = Int(parts[8].prefix(4))
    else { return nil }
    let bits = ordered >> 63 == 1 ? ordered ^ (1 << 63) : ~ordered
    self.init(ordinal: ordinal, id: id, date: Double(bitPattern: bits), attempts: attempts)
    guard self.fileName == fileName else { return nil }
  }

  /// The name of the file while it is pending.
  var fileName: String {
    let bits = date.bitPattern
    let ordered = bits >> 63 == 1 ? ~bits : bits | 1 << 63
    let hexadecimal = String(ordered, radix: 16)
    return "pending-\(Self.padded(String(ordinal), to: 20))-\(id.uuidString)-"
      + "\(Self.padded(hexadecimal, to: 16))-\(Self.padded(String(attempts), to: 4)).json"
  }

  private static func padded(_ digits: String, to width: Int) -> String {
    String(repeating: "0", count: max(width - digits.count, 0)) + digits
  }
}
