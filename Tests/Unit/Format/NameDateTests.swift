import AppGroupMailbox
import MailboxTestSupport
import Testing

struct NameDateTests {
  @Test(
    .clauses("LAY-8"),
    arguments: [
      (0.0, 0x8000_0000_0000_0000), (-0.0, 0x8000_0000_0000_0000), (1, 0xbff0_0000_0000_0000),
      (-1, 0x400f_ffff_ffff_ffff), (807_000_000.125, 0xc1c8_0ceb_e010_0000),
      (-978_307_200, 0x3e32_d81b_bfff_ffff),
    ] as [(Double, UInt64)])
  func `The worked examples of the specification hold in both directions`(seconds: Double, ordered: UInt64) throws {
    let date = try #require(NameDate(seconds: seconds))
    #expect(date.ordered == ordered)
    #expect(NameDate(ordered: ordered) == date)
  }

  @Test(.clauses("LAY-8"))
  func `Text order is numeric order over the whole range of finite dates`() throws {
    let dates = [
      -Double.greatestFiniteMagnitude, -1e10, -1.5, -Double.leastNonzeroMagnitude, 0, .leastNonzeroMagnitude, 0.1,
      807_000_000.000_000_1, 1e10, .greatestFiniteMagnitude,
    ]
    let texts = try dates.map { date in
      PendingName(
        ordinal: 0, id: MailboxBench.id(1),
        details: .init(date: try #require(NameDate(seconds: date)), attempts: 0)
      ).fileName.text
    }
    #expect(texts == texts.sorted())
    #expect(Set(texts).count == dates.count)
  }

  @Test(.clauses("LAY-8"), arguments: [Double.nan, .infinity, -.infinity, .signalingNaN])
  func `A date that is not finite has no name`(seconds: Double) {
    #expect(NameDate(seconds: seconds) == nil)
    let bits = seconds.bitPattern
    #expect(NameDate(ordered: bits >> 63 == 1 ? ~bits : bits | 1 << 63) == nil)
  }

  @Test(.clauses("LAY-8"))
  func `Minus zero is no date that anybody writes`() {
    #expect(NameDate(ordered: ~(-0.0).bitPattern) == nil)
  }
}
