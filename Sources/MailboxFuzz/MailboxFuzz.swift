import Foundation

#if !FUZZING
  /// The fuzz driver: runs targets on choice tapes until time or runs are used up, and makes what fails small.
  @main
  struct MailboxFuzz {
    static func main() {
      exit(run(Array(CommandLine.arguments.dropFirst())).rawValue)
    }

    private static func run(_ arguments: [String]) -> FuzzExit {
      do {
        let options = try FuzzOptions(parsing: arguments)
        switch options.mode {
        case .help: print(FuzzOptions.help)
        case .list: print(FuzzTargets.all.map { "\($0.name): \($0.summary)" }.joined(separator: "\n"))
        case .replay(let path): return try FuzzReplay(path: path).run()
        case .exhaustive(let length): return try ExhaustiveRun(length: length, jobs: options.jobs).run()
        case .campaign: return try FuzzCampaign(options).run()
        }
        return .noFinding
      } catch let error as FuzzUsageError {
        complain("\(error.description)\nTry --help.")
        return .usage
      } catch {
        complain("\(error)")
        return .usage
      }
    }

    private static func complain(_ text: String) {
      FileHandle.standardError.write(Data("MailboxFuzz: \(text)\n".utf8))
    }
  }
#endif

/// What the command ends with.
enum FuzzExit: Int32 {
  case noFinding = 0
  case finding = 1
  case usage = 2
}
