import Foundation
import MailboxInspection

/// Looks into mailboxes.
@main
struct Mailbox {
  static func main() {
    exit(MailboxCommand().run(Array(CommandLine.arguments.dropFirst())))
  }
}
