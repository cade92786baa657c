import AppGroupMailbox
import Foundation
import MailboxSimulation
import MailboxTestSupport

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Many comparisons, one after the other.
struct FaithRun {
  static var isPossible: Bool {
    #if os(Linux)
      true
    #else
      false
    #endif
  }

  let users: [UInt32]
  private static let sequences: UInt64 = TestLength.isLong ? 50_000 : 500
  private static let steps = 60

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  func run(in directory: String) throws {
    umask(0o022)
    let probe = "\(directory)/probe"
    try FileManager.default.createDirectory(atPath: probe, withIntermediateDirectories: false)
    let volume = try RealVolume(folder: probe)
    var first = try Self.fillDescriptors()
    var outcomes: Set<String> = []
    for seed in 1...Self.sequences {
      let tape = ChoiceTape(seed: seed)
      var comparison = comparison(volume, directory, first, tape)
      if comparison.firstMismatch(steps: Self.steps) != nil {
        // Only what is so again: another thread may have closed what it inherited, so that numbers are free now.
        first = try Self.fillDescriptors()
        comparison = self.comparison(volume, directory, first, ChoiceTape(seed: seed))
        guard comparison.firstMismatch(steps: Self.steps) == nil else {
          throw failure(volume, directory, first, seed: seed)
        }
      }
      outcomes.formUnion(comparison.outcomes)
    }
    let missing = expectedOutcomes(on: volume).subtracting(outcomes)
    if !missing.isEmpty { throw Failure(description: "the calls never gave \(missing.sorted())") }
  }

  /// The mismatch of a seed, made as short as it gets.
  private func failure(
    _ volume: RealVolume, _ directory: String, _ first: RawDescriptor, seed: UInt64
  ) -> Failure {
    let tape = ChoiceTape(seed: seed)
    _ = comparison(volume, directory, first, tape).firstMismatch(steps: Self.steps)
    let smallest = TapeShrinker().shrink(tape.drawn) {
      comparison(volume, directory, first, $0).firstMismatch(steps: Self.steps) != nil
    }
    let last = comparison(volume, directory, first, ChoiceTape(recorded: smallest))
    let mismatch = last.firstMismatch(steps: Self.steps) ?? "not seen again"
    let report = "seed \(seed), users \(users): \(mismatch)\n\(last.listing.joined(separator: "\n"))"
    return Failure(description: report.replacing("AppGroupMailbox.", with: ""))
  }

  /// What must have happened, by primitive and `errno`, for the comparison to mean anything.
  private func expectedOutcomes(on volume: RealVolume) -> Set<String> {
    var expected: [String: [Int32]] = [
      "openPath": [0, ENOENT, ENOTDIR, ELOOP], "openDirectory": [0, ENOENT, ENOTDIR, EBADF],
      "makePath": [0, ENOENT, ENOTDIR, ELOOP, EEXIST], "makeDirectory": [0, ENOENT, ENOTDIR, EEXIST, EBADF],
      "checkWritable": [0, ENOTDIR, EBADF], "list": [0, ENOTDIR, EBADF],
      "openFile": [0, ENOENT, ENOTDIR, EISDIR, ELOOP, ENXIO, EBADF, ENAMETOOLONG],
      "createFile": [0, EEXIST, ENOTDIR, EBADF, ENAMETOOLONG], "createUnnamedFile": [ENOTDIR, EBADF], "close": [0],
      "read": [0, EBADF, EINVAL, EISDIR, ESPIPE], "write": [0, EBADF, EINVAL, ESPIPE],
      "status": [0, EBADF], "statusOfName": [0, ENOENT, ENOTDIR], "statusOfPath": [0, ENOENT, ENOTDIR, ELOOP],
      "setPermissions": [0, EBADF], "setPermissionsOfDirectory": [0, ENOENT, ENOTDIR],
      "setModificationTime": [0, EBADF, EINVAL], "synchronizeFile": [0], "synchronizeDirectory": [0],
      "rename": [0, ENOENT, EEXIST, EINVAL, EBUSY, ENOTDIR], "link": [0, ENOENT, EEXIST, EPERM, ENOTDIR],
      "remove": [0, ENOENT, EISDIR, ENOTDIR], "removeDirectory": [0, ENOENT, ENOTEMPTY, ENOTDIR],
      "tryLock": [0, -1, EBADF], "unlock": [0],
    ]
    if users != [0] {
      for primitive in [
        "openPath", "openDirectory", "makePath", "makeDirectory", "checkWritable", "list", "openFile", "createFile",
        "statusOfName", "statusOfPath", "setPermissionsOfDirectory", "rename", "link", "remove", "removeDirectory",
      ] { expected[primitive, default: []].append(EACCES) }
    }
    if users.count > 1 {
      for primitive in ["setPermissions", "setPermissionsOfDirectory", "setModificationTime"]
        + (volume.protectsSharedFolders ? [] : ["remove", "rename"])
      {
        expected[primitive, default: []].append(EPERM)
      }
    }
    return Set(expected.flatMap { primitive, codes in codes.map { "\(primitive) \($0)" } })
  }

  private func comparison(
    _ volume: RealVolume, _ directory: String, _ first: RawDescriptor, _ tape: ChoiceTape
  ) -> DiskComparison {
    DiskComparison(
      volume, users: users, folder: "\(directory)/outer/inner", firstDescriptor: first, tape: tape)
  }

  /// Leaves no free number below the one that is returned, and none in use from there on.
  ///
  /// A process inherits what others of its parent's threads have open just then, at any numbers.
  private static func fillDescriptors() throws -> RawDescriptor {
    let used = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap(RawDescriptor.init)
    let highest = used.max() ?? 0
    while case let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC), descriptor >= 0 {
      if descriptor < highest { continue }
      close(descriptor)
      return descriptor
    }
    throw Failure(description: "there are not enough descriptors")
  }
}
