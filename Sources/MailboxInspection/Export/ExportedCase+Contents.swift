import AppGroupMailbox
import ConformanceKit
import Foundation

/// What is in the files that a case plants.
extension ExportedCase {
  /// Larger contents are holes.
  private static let mostBytes: Int64 = 1 << 20

  mutating func content(of entry: SeenEntry) -> [String: JSON] {
    if entry.name == EntryName.lockFile { return ["file": lockContent(entry)] }
    if entry.size > Int64(Envelope.maximumBytes) || entry.message == nil && entry.size > Self.mostBytes {
      environment.insert("sparse")
      return ["sparse": JSON(Int(clamping: entry.size))]
    }
    // What is foreign is not opened (clause LAY-16), nor is anything else that is not the mailbox's.
    if entry.message == nil, let message = messageName(of: entry) {
      return ["file": HarmlessBody.content(for: message, mailbox.body(of: message), under: entry)]
    }
    let isKept = entry.message != nil || showsContents && Self.isQuarantined(entry)
    let body = isKept ? mailbox.body(of: entry) : nil
    if showsContents, let body { return ["file": Self.written(body)] }
    if entry.message != nil {
      if body == nil { remarks.append("\(entry.label) could not be read, and is exported with a valid body") }
      return ["file": HarmlessBody.content(for: entry, body)]
    }
    return ["file": ["repeat": "x", "size": JSON(Int(entry.size))]]
  }

  private static func isQuarantined(_ entry: SeenEntry) -> Bool {
    if case .quarantined = entry.meaning { true } else { false }
  }

  private static func written(_ body: Data) -> JSON {
    let text = String(decoding: body, as: UTF8.self)
    if text.utf8.elementsEqual(body) { return ["text": .string(text)] }
    return ["hex": .string(SafeText.hexadecimal(body))]
  }

  /// The generation says nothing to anybody; what stands behind it is ignored by all.
  private func lockContent(_ entry: SeenEntry) -> JSON {
    guard let generation = sight.lock.generation else {
      return ["repeat": "\0", "size": JSON(min(Int(clamping: entry.size), Generation.length - 1))]
    }
    return ["hex": .string(SafeText.hexadecimal(generation.bytes))]
  }
}
