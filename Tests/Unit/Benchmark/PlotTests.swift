#if canImport(MailboxBenchmark)
  import Testing

  @testable import MailboxBenchmark

  @Suite struct PlotTests {
    private static func measured(_ scenario: Scenario, _ depth: Int, _ times: [ContenderKind: Double]) -> Measurement {
      Measurement(
        cell: Cell(scenario: scenario, depth: depth),
        samples: times.mapValues { Samples([$0 * 0.9, $0, $0 * 1.1]) })
    }

    @Test func `Each contender has a line that goes the way its costs go`() throws {
      let plot = Plot(
        [10, 100, 1_000].flatMap { depth in
          [
            Self.measured(.enqueue, depth, [.mailbox: 50_000, .floor: 40_000]),
            Self.measured(.cycle, depth, [.mailbox: Double(depth) * 1_000, .floor: 90_000, .sqlite: 100_000]),
          ]
        })
      let picture = try #require(DrawnPicture(plot.svg))
      let lines = picture.elements.filter { $0.classes.contains("line") }.map { $0.attributes["d"] ?? "" }
      try #require(lines.count == 5)
      let heights = lines.map { line in
        line.split(separator: "L").compactMap { Double($0.split(separator: " ").last ?? "") }
      }
      #expect(heights.allSatisfy { $0.count == 3 })
      // The first panel's lines are level; in the second one the library's goes up, that is to smaller numbers.
      #expect(heights[0][0] == heights[0][2] && heights[0][0] < heights[1][0])
      #expect(heights[2][0] > heights[2][1] && heights[2][1] > heights[2][2])
      #expect(["enqueue", "cycle", "10", "100", "1000", "mailbox 50.0 µs"].allSatisfy(picture.texts.contains))
    }

    @Test func `What was measured at one depth only is no line`() throws {
      let picture = try #require(DrawnPicture(Plot([Self.measured(.enqueue, 10, [.mailbox: 1])]).svg))
      #expect(picture.texts.contains { $0.hasPrefix("Nothing was measured") })
    }
  }
#endif
