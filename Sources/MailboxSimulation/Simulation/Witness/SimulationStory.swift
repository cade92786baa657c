internal import AppGroupMailbox
internal import Foundation

/// What happened in a simulation, step by step, for somebody who did not write it.
struct SimulationStory: Sendable {
  private(set) var lines: [String] = []

  mutating func add(_ line: String) { lines.append(line) }

  /// A call that changed the directory.
  mutating func add(_ process: Int, _ call: FileSystemCall, _ difference: DirectorySight.Difference) {
    let text: String
    if let old = difference.removed.first, let new = difference.added.first {
      text = "\(old.text) → \(new.text)"
    } else {
      text = (difference.removed.map { "- \($0.text)" } + difference.added.map { "+ \($0.text)" }).joined(
        separator: ", ")
    }
    add("    process \(process) \(call.primitive.rawValue): \(text)")
  }
}
