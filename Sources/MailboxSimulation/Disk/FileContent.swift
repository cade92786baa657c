/// The bytes of a file, shared until they are changed, and their digest, which costs only what is written.
struct FileContent: Equatable, Sendable {
  private(set) var bytes: [UInt8] = []
  /// A sum over the words that are not zero, so that a hole costs nothing.
  private(set) var digest: UInt64 = 0

  /// No bytes.
  init() {}

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    digest = bytes.withUnsafeBytes { Self.sum($0, words: 0..<(bytes.count + 7) / 8) }
  }

  /// Puts bytes in at an offset; what lies between the end and them is filled with zeros.
  mutating func apply(_ write: DataChange.Write) {
    let offset = write.offset
    let end = offset + write.bytes.count
    if bytes.count < end { bytes.append(contentsOf: repeatElement(0, count: end - bytes.count)) }
    let words = offset / 8..<(end + 7) / 8
    bytes.withUnsafeMutableBytes { all in
      digest &-= Self.sum(UnsafeRawBufferPointer(all), words: words)
      UnsafeMutableRawBufferPointer(rebasing: all[offset..<end]).copyBytes(from: write.bytes)
      digest &+= Self.sum(UnsafeRawBufferPointer(all), words: words)
    }
  }

  static func == (first: FileContent, second: FileContent) -> Bool {
    first.digest == second.digest && first.bytes == second.bytes
  }

  private static func sum(_ bytes: UnsafeRawBufferPointer, words: Range<Int>) -> UInt64 {
    var sum: UInt64 = 0
    for index in words {
      let word = DigestMixer.word(index, of: bytes)
      if word != 0 { sum &+= DigestMixer.mix(word, index) }
    }
    return sum
  }
}

extension FileContent {
  /// As many zeros as there are bytes: blocks that were allocated and never written.
  var zeroed: FileContent { FileContent([UInt8](repeating: 0, count: bytes.count)) }

  /// The first half.
  var half: FileContent { FileContent(Array(bytes[..<(bytes.count / 2)])) }
}
