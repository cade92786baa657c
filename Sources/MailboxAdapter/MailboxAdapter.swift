import Foundation

/// The reference library as a process of its own: behind the line protocol, or as one of several that race on a mailbox.
@main
struct MailboxAdapter {
  static func main() {
    do {
      var arguments = CommandArguments(CommandLine.arguments.dropFirst())
      switch arguments.verb {
      case nil, "serve": try Server(&arguments).run()
      case "race":
        let work: String = try arguments.take("work")
        switch work {
        case "legacy": try LegacyRacer(&arguments).run()
        case "follow": try Follower(&arguments).run()
        default:
          var racer = try Racer(&arguments, work: work)
          try racer.run()
        }
      case "draw": try HistoryDrawer(&arguments).run()
      #if os(Linux)
        case "fork": try ForkProbe(&arguments).run()
      #endif
      case "help": print(help)
      case let verb?: throw CommandError("there is no '\(verb)'")
      }
    } catch {
      FileHandle.standardError.write(Data("MailboxAdapter: \(error)\nTry MailboxAdapter help.\n".utf8))
      exit(2)
    }
  }

  private static let help = """
    MailboxAdapter [serve]   answers one JSON object a line on standard input with one on standard output
    MailboxAdapter race      uses a mailbox beside others and records what it does:
                             --work produce  enqueues:  --count N [--batch N] [--every SECONDS, at random up to twice that]
                             --work consume  claims and settles until nothing is left and the marker exists:
                                             --until-marker PATH [--limit N] [--release-every N] [--extend-every N]
                             --work follow   takes messages as they come until a second line comes in:
                                             [--loops N] [--poll SECONDS]
                                             [--forget SHARE] of the hints that something came
                             --work mix      everything, at random:  --count N
                             --work legacy   enqueues as release 0.1 does:  --count N [--tries N]
    MailboxAdapter draw      judges a recorded history and draws it:  FILE... [--output PATH]
                             The files are those of all who took part. The picture is an SVG, beside the first file if no place is given.

    race:                    --process N --record PATH --container PATH --namespace NAME [--seed N]
                             [--durability D] [--discard-oldest true] [--max-messages N] [--max-attempts N] [--max-dead-letters N]
                             [--claim-timeout SECONDS] [--lock-timeout SECONDS]
                             [--clock PATH] a clock that all who name this file share, and that can be set
                             [--hardened true] goes on whatever fails   [--tell-every N] prints a line every N operations
                             [--dawdle N] pauses before about one in N of its system calls
                             [--until-marker PATH] ends when that file is there
                             [--user N] becomes that user   [--starve N] every N-th operation has next to no descriptors
                             [--fork N --fork-process N --fork-record PATH] forks before its N-th operation; both go on
                             It prints 'ready', and begins when a line comes in. It ends when standard input does.
    everywhere:              [--halt stop|kill|tell:PRIMITIVE|any:N] sends itself that signal, or only says so, before the N-th such call
    serve:                   [--halt-from N] counts the calls of the N-th request and later ones only
    """
}
