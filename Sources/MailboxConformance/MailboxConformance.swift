import ConformanceKit
import Foundation

/// The conformance runner.
@main
struct MailboxConformance {
  static func main() async {
    do {
      let options = try Options(Array(CommandLine.arguments.dropFirst()))
      Interruption.listen()
      exit(try await Command(options).run())
    } catch let error as UsageError {
      complain("MailboxConformance: \(error); --help tells more")
      exit(2)
    } catch let fault as BaselineFault {
      complain("\(fault.faults)")
      exit(2)
    } catch let faults as FixtureFaults {
      complain(faults.description)
      exit(4)
    } catch {
      complain("MailboxConformance: \(error)")
      exit(4)
    }
  }

  static func complain(_ text: String) {
    FileHandle.standardError.write(Data("\(text)\n".utf8))
  }
}
