import AppGroupMailbox
import Foundation
import MailboxTestSupport
import Testing

@Suite struct IdentifierTests {
  @Test(.clauses("LSE-4"))
  func `Random identifiers are UUIDs of version 4, and differ in all other bits`() {
    let source = RandomIdentifierSource()
    var (ever, always) = ([UInt8](repeating: 0, count: 16), [UInt8](repeating: 255, count: 16))
    for _ in 0..<200 {
      withUnsafeBytes(of: source.makeIdentifier().uuid) { bytes in
        for (place, byte) in bytes.enumerated() {
          ever[place] |= byte
          always[place] &= byte
        }
      }
    }
    #expect(always == [0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 0])
    #expect(ever == [255, 255, 255, 255, 255, 255, 0x4F, 255, 0xBF, 255, 255, 255, 255, 255, 255, 255])
  }

  #if os(Linux)
    /// Found by torture: tokens were all the same there, and a late acknowledge took somebody else's message.
    @Test(.clauses("LSE-4", "CLM-1"))
    func `A process without a descriptor left has new identifiers all the same`() async {
      await #expect(processExitsWith: .success) {
        var usual = rlimit()
        let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        try #require(getrlimit(files, &usual) == 0)
        var none = usual
        none.rlim_cur = 0
        try #require(setrlimit(files, &none) == 0)
        let identifiers = (0..<100).map { _ in RandomIdentifierSource().makeIdentifier() }
        try #require(setrlimit(files, &usual) == 0)
        #expect(Set(identifiers).count == 100)
      }
    }
  #endif
}
