/// What happened, as a picture has it.
extension HistoryEvent {
  var process: Int? {
    switch kind {
    case .killed(let process), .stopped(let process), .resumed(let process): process
    default: nil
    }
  }

  var sign: String {
    switch kind {
    case .killed: "✗"
    case .stopped: "■"
    default: "▶"
    }
  }

  func shortDescription(_ names: MessageNames) -> String {
    switch kind {
    case .clockMoved(let before, let after):
      "clock \(after < before ? "" : "+")\(((after - before) * 1_000).rounded() / 1_000) s"
    case .killed(let process): "✗ process \(process) killed"
    case .stopped(let process): "process \(process) stopped"
    case .resumed(let process): "process \(process) goes on"
    case .powerLost: "✗ power lost"
    case .directoryRemoved: "✗ directory removed"
    case .lockFileRemoved: "✗ lock file removed"
    case .planted(let file): "planted \(names[file.id])"
    }
  }
}
