import Foundation

/// The reference library as a process of its own: behind the line protocol, or as one of several that race on a mailbox.
@main
struct MailboxAdapter {
  static func main() {
    do {
      var arguments = CommandArguments(CommandLine.arguments.dropFirst())
      switch arguments.verb {
      case nil, "serve": try Server(&arguments).run()
      case "produce": try Producer(&arguments).run()
      case "consume": try Consumer(&arguments).run()
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
    MailboxAdapter produce   enqueues and records:  --producer N --count N [--batch N]
    MailboxAdapter consume   claims, settles and records until nothing is left and the marker exists:
                             --consumer N --until-marker PATH [--limit N] [--release-every N]
    MailboxAdapter draw      judges a recorded history and draws it:  FILE... [--output PATH]
                             The files are those of all who took part. The picture is an SVG, beside the first file if no place is given.

    produce and consume:     --container PATH --namespace NAME --record PATH
                             [--durability D] [--max-messages N] [--lock-timeout SECONDS]
                             They print 'ready', and begin when a line comes in. They end when standard input does.
    everywhere:              [--halt stop|kill|tell:PRIMITIVE|any:N] sends itself that signal, or only says so, before the N-th such call
    serve:                   [--halt-from N] counts the calls of the N-th request and later ones only
    """
}
