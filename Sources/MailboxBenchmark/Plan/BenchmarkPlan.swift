/// What is measured, and how often.
struct BenchmarkPlan: Equatable {
  var cells: [Cell]
  /// How many samples a cell takes at most, and for how many seconds; never fewer than ``fewest``.
  var samples: Int
  var seconds: Double
  /// How many messages each of several processes at once handles.
  var messages = 400
  /// Whether what was filled stays until the end; otherwise it is removed as soon as nothing more is timed on it.
  var keepsGrounds = true

  static let fewest = 7

  /// Files that one cell's samples may remove.
  ///
  /// Volumes of the ext family give no inode again for some minutes, and pass by all of those at each new file: whoever removes
  /// thousands measures that.
  private static let mostRemoved = 1_500

  /// How many samples a cell takes at most.
  func samples(of cell: Cell) -> Int {
    cell.scenario == .batch ? max(Self.fewest, min(samples, Self.mostRemoved / Scenario.batchLength)) : samples
  }

  /// What is timed together, taking turns: the depths of a scenario, which are compared with each other.
  ///
  /// Each where its last cell is in the plan, so that little is timed before much is filled.
  var groups: [[Cell]] {
    var groups: [[Cell]] = []
    for cell in cells.reversed() {
      if cell.isOnGround, let place = groups.firstIndex(where: { $0[0].differsInDepth(from: cell) }) {
        groups[place].append(cell)
      } else {
        groups.insert([cell], at: 0)
      }
    }
    return groups.map { $0.sorted { $0.depth < $1.depth } }
  }

  static let depths = [10, 100, 1_000, 10_000, 100_000]
  static let payloads = [100, 4_096, 65_536]
  static let processes = [1, 2, 4]

  enum Size {
    case quick, chosen, all
  }

  static func of(_ size: Size) -> BenchmarkPlan {
    switch size {
    case .quick: BenchmarkPlan(cells: inOrder(quick), samples: 60, seconds: 1, messages: 100)
    case .chosen: BenchmarkPlan(cells: inOrder(chosen), samples: 100, seconds: 2)
    case .all: BenchmarkPlan(cells: all, samples: 300, seconds: 10, keepsGrounds: false)
    }
  }

  /// What removes many files comes last, the most of all at the end.
  private static func inOrder(_ cells: [Cell]) -> [Cell] {
    func removed(_ cell: Cell) -> Int {
      switch cell.scenario {
      case .fillDrain: 3
      case .batch: 2
      default: cell.scenario.removesFiles || cell.processes > 1 ? 1 : 0
      }
    }
    return (0...3).flatMap { rank in cells.filter { removed($0) == rank } }
  }

  private static let quick: [Cell] =
    [.enqueue, .batch, .claimOne, .acknowledge, .release, .claimAcknowledge, .cycle, .afterChange, .coldStart].map {
      Cell(scenario: $0, depth: 100)
    } + [
      Cell(scenario: .enqueue, depth: 10), Cell(scenario: .enqueue, depth: 1_000),
      Cell(scenario: .enqueue, depth: 100, durability: .powerLoss),
      Cell(scenario: .batch, depth: 100, durability: .powerLoss), Cell(scenario: .cycle, depth: 100, processes: 2),
      Cell(scenario: .fillDrain, depth: 1_000),
    ]

  /// What the goals are about, and one look along every axis.
  private static let chosen: [Cell] =
    quick.filter { $0.scenario != .fillDrain } + [
      Cell(scenario: .claimAll, depth: 100), Cell(scenario: .enqueue, depth: 100, durability: .ordered),
      Cell(scenario: .enqueue, depth: 10_000), Cell(scenario: .enqueue, depth: 100_000),
      Cell(scenario: .claimAcknowledge, depth: 10), Cell(scenario: .claimAcknowledge, depth: 1_000),
      Cell(scenario: .claimAcknowledge, depth: 10_000), Cell(scenario: .claimAcknowledge, depth: 100_000),
      Cell(scenario: .cycle, depth: 10), Cell(scenario: .cycle, depth: 1_000), Cell(scenario: .cycle, depth: 10_000),
      Cell(scenario: .cycle, depth: 100_000), Cell(scenario: .cycle, depth: 100, durability: .powerLoss),
      Cell(scenario: .cycle, depth: 100, payload: 4_096), Cell(scenario: .cycle, depth: 100, payload: 65_536),
      Cell(scenario: .cycle, depth: 100, processes: 4), Cell(scenario: .afterChange, depth: 10_000),
      Cell(scenario: .fillDrain, depth: 100_000),
    ]

  private static let all: [Cell] = {
    var cells: [Cell] = []
    for durability in Durability.allCases {
      for payload in payloads {
        for depth in depths {
          for scenario in Scenario.allCases where scenario != .coldStart || depth <= 1_000 {
            // A hundred thousand large or synchronised messages would take hours.
            if scenario == .fillDrain, depth > 1_000, durability != .processCrash || payload > 100 { continue }
            if depth > 10_000, payload > 4_096 { continue }
            for count in processes where count == 1 || scenario.isForSeveral {
              cells.append(
                Cell(scenario: scenario, depth: depth, durability: durability, payload: payload, processes: count))
            }
          }
        }
      }
    }
    return cells
  }()

  /// Leaves what a filter lets through.
  func filtered(_ isWanted: (Cell) -> Bool) -> BenchmarkPlan {
    var plan = self
    plan.cells = cells.filter(isWanted)
    return plan
  }
}
