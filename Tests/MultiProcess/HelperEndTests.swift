import ConformanceKit
import Foundation
import MailboxTestSupport
import Testing

extension MultiProcess {
  @Suite struct HelperEnd {
    @Test func `A helper that is hung up on ends, and is seen to, while programs started after it go on`() async throws
    {
      try await Crew.work { crew in
        let helper = try crew.adapter()
        try await helper.perform("clock", ["now": 0])
        let later = [try crew.spawn(["serve"]), try crew.spawn(["serve"])]
        let adapter = try ChildProcess(["cat"])
        helper.process.hangUp()
        #expect(try await helper.process.exit(within: .seconds(20)) == .status(0))
        #expect(try await helper.process.output.next(within: .seconds(20)) == nil)
        #expect(
          String(decoding: try adapter.exchange(Array("still there".utf8), within: 20), as: UTF8.self) == "still there")
        for helper in later {
          helper.hangUp()
          #expect(try await helper.exit(within: .seconds(20)) == .status(0))
        }
      }
    }
  }
}
