import Foundation
import MailboxSimulation

#if !FUZZING
  /// The fuzz driver: runs targets on choice tapes until time or runs are used up, and makes what fails small.
  @main
  struct MailboxFuzz {
    static func main() {
      // Writing to a worker or a reader that is gone must be an error, and not the end of the driver.
      signal(SIGPIPE, SIG_IGN)
      exit(run(Array(CommandLine.arguments.dropFirst())).rawValue)
    }

    private static func run(_ arguments: [String]) -> FuzzExit {
      do {
        return try run(try FuzzOptions(parsing: arguments))
      } catch let error as FuzzUsageError {
        FuzzOutput.complain(error.description)
      } catch {
        FuzzOutput.complain("\(error)")
      }
      return .usage
    }

    private static func run(_ options: FuzzOptions) throws -> FuzzExit {
      switch options.mode {
      case .work: try FuzzWorker.serve()
      case .help: try FuzzOutput.write(FuzzOptions.help)
      case .list: for target in FuzzTargets.known { try FuzzOutput.write("\(target.name): \(target.summary)") }
      case .exhaustive(let length): return try ExhaustiveRun(length: length, jobs: options.jobs).run()
      case .meetings: return try MeetingsRun(jobs: options.jobs).run()
      case .export(let path): return try SingleTape(options, scratch: ScratchDirectory()).export(path)
      case .replay(let path): return try SingleTape(options, scratch: ScratchDirectory()).replay(path)
      case .shrink(let path): return try SingleTape(options, scratch: ScratchDirectory()).shrink(path)
      case .importing(let path): return try SingleTape(options, scratch: ScratchDirectory()).importBytes(path)
      case .campaign: return try FuzzCampaign(options, scratch: ScratchDirectory()).run()
      }
      return .noFinding
    }
  }
#endif

/// What the command ends with.
enum FuzzExit: Int32 {
  case noFinding = 0
  case finding = 1
  case usage = 2
}
