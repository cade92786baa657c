import Foundation
import MailboxSimulation

/// The verbs about one file.
struct SingleTape {
  private let options: FuzzOptions
  /// Gone with this, and with it whatever workers leave there.
  private let scratch: ScratchDirectory
  private let teller: FindingTeller
  private let interruption = FuzzInterruption()

  init(_ options: FuzzOptions, scratch: ScratchDirectory) {
    self.options = options
    self.scratch = scratch
    teller = FindingTeller(
      laboratory: TapeLaboratory(folder: scratch.path), artifacts: FuzzArtifacts(directory: options.artifacts),
      options: options, isInterrupted: { [interruption] in interruption.isRequested })
  }

  /// Tells what a tape does, and whether it fails.
  func replay(_ path: String) throws -> FuzzExit {
    let (target, values) = try Self.read(path)
    try FuzzOutput.write(try teller.laboratory.story(of: values, for: target, timeout: options.timeout))
    guard let verdict = try teller.examine(values, target) else { throw FuzzFault("interrupted") }
    guard let finding = verdict.finding else {
      try FuzzOutput.write("\nholds")
      if !verdict.features.isEmpty {
        try FuzzOutput.write("reached \(verdict.features.sorted().joined(separator: "; "))")
      }
      return .noFinding
    }
    try FuzzOutput.write("\na \(finding.kind.rawValue):\n\(finding.text)")
    return .finding
  }

  /// Makes a tape smaller and keeps that one, too.
  func shrink(_ path: String) throws -> FuzzExit {
    let (target, values) = try Self.read(path)
    guard let verdict = try teller.examine(values, target) else { throw FuzzFault("interrupted") }
    guard var finding = verdict.finding else {
      let small = try teller.shrinker().shrink(values, of: target, reaching: verdict.features)
      let recording = TapeRecording(label: target.name, values: small)
      let folder = TapeFolder(path: URL(fileURLWithPath: path).deletingLastPathComponent().relativePath)
      let kept = try folder.write(recording)
      try FuzzOutput.write("holds; from \(values.count) to \(small.count) choices: \(kept)")
      return .noFinding
    }
    finding.values = values
    try report.tell(try teller.prepared(finding, count: 1, of: target))
    return .finding
  }

  /// Runs what a fuzzer made of bytes.
  func importBytes(_ path: String) throws -> FuzzExit {
    guard let bytes = FileManager.default.contents(atPath: path) else { throw FuzzUsageError.unreadable(path) }
    guard let target = options.targets.first.flatMap(FuzzTargets.named) else { throw FuzzUsageError.importNeedsTarget }
    let request = WorkerRequest.bytes(target: target.name, bytes: Array(bytes))
    guard let verdict = try teller.laboratory.examine(request, timeout: options.timeout) else { return .noFinding }
    guard var finding = verdict.finding else {
      try FuzzOutput.write("holds")
      return .noFinding
    }
    finding.values = verdict.drawn
    try report.tell(try teller.prepared(finding, count: 1, of: target))
    return .finding
  }

  /// Prints a tape as bytes; only a run tells how many of them each choice takes.
  func export(_ path: String) throws -> FuzzExit {
    let (target, values) = try Self.read(path)
    let bytes = try teller.laboratory.bytes(of: values, for: target, timeout: options.timeout)
    try FileHandle.standardOutput.write(contentsOf: Data(bytes))
    return .noFinding
  }

  private var report: any FuzzReport {
    options.format == .json ? JSONReport() : TextReport(progress: FuzzProgress())
  }

  private static func read(_ path: String) throws(FuzzUsageError) -> (any FuzzTarget, [UInt64]) {
    let recording = try TapeFolder.recording(at: path)
    guard let target = FuzzTargets.named(recording.label) else { throw .unknownTarget(recording.label) }
    return (target, recording.values)
  }
}
