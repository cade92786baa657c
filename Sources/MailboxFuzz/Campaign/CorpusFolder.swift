import MailboxSimulation

/// The tapes of targets that reached something, a folder a target.
struct CorpusFolder {
  let path: String

  /// As many as a target can have.
  func tapes(for target: any FuzzTarget) throws -> [[UInt64]] {
    let folder = folder(of: target)
    let names = try folder.names()
    if names.count > TargetState.mostTapes {
      FuzzOutput.complain("of \(names.count) tapes in \(folder.path) the first \(TargetState.mostTapes) are taken")
    }
    return try names.prefix(TargetState.mostTapes).map { name in
      let recording = try folder.recording(name)
      guard recording.label == target.name else {
        throw FuzzUsageError.badRecording("\(folder.path)/\(name)", "it is one for the target '\(recording.label)'")
      }
      return recording.values
    }
  }

  func keep(_ tapes: [[UInt64]], for target: any FuzzTarget) throws {
    for values in tapes { try folder(of: target).write(TapeRecording(label: target.name, values: values)) }
  }

  private func folder(of target: any FuzzTarget) -> TapeFolder { TapeFolder(path: "\(path)/\(target.name)") }
}
