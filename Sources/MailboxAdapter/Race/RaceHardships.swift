import Foundation

/// What makes a racing helper's life hard, by its own doing.
struct RaceHardships {
  /// How a forked child is known.
  struct Child {
    let process: Int
    let record: String
  }

  /// The user it becomes, who may not be the one whose mailbox it is.
  private let user: UInt32?
  /// Every so many operations it has next to no descriptors left.
  private let starveEvery: Int?
  /// Before which of its operations it forks, counted from 1.
  private let forkBefore: Int?
  private let child: Child?

  init(_ arguments: inout CommandArguments) throws {
    user = try arguments.takeIfThere("user")
    starveEvery = try arguments.takeIfThere("starve")
    forkBefore = try arguments.takeIfThere("fork")
    guard starveEvery ?? 1 > 0, forkBefore ?? 1 > 0 else { throw CommandError("--starve and --fork count from 1") }
    child =
      forkBefore == nil
      ? nil : Child(process: try arguments.take("fork-process"), record: try arguments.take("fork-record"))
  }

  /// Gives the rights of this process up for good, if it is to be another user's.
  func becomeUser() throws {
    guard let user else { return }
    guard setgroups(0, []) == 0, setgid(user) == 0, setuid(user) == 0 else {
      throw CommandError("--user \(user): errno \(errno)")
    }
  }

  /// The child to be, if this operation is the one before which it is forked.
  func childToBeForked(before operation: Int) -> Child? { operation == forkBefore ? child : nil }

  /// Does something with next to no descriptors left, if its turn has come.
  func during<Result>(_ operation: Int, _ body: () throws -> Result) throws -> Result {
    guard let starveEvery, operation % starveEvery == 0 else { return try body() }
    // None left, or one, or two and so on: each keeps another call from what it needs.
    let usual = try Self.leaveDescriptors(operation / starveEvery % 7)
    defer { Self.restore(usual) }
    return try body()
  }

  #if canImport(Glibc)
    private static let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    private static let files = RLIMIT_NOFILE
  #endif

  private static func leaveDescriptors(_ count: Int) throws -> rlimit {
    var usual = rlimit()
    let next = dup(0)
    guard next >= 0, close(next) == 0, getrlimit(files, &usual) == 0 else {
      throw CommandError("--starve: errno \(errno)")
    }
    var low = usual
    low.rlim_cur = rlim_t(next) + rlim_t(count)
    guard setrlimit(files, &low) == 0 else { throw CommandError("--starve: errno \(errno)") }
    return usual
  }

  private static func restore(_ usual: rlimit) {
    var usual = usual
    precondition(setrlimit(files, &usual) == 0, "a limit can always be raised to what it was")
  }
}
