import AdapterKit
import MailboxTestSupport

extension SweptOperation {
  /// Every operation of the library.
  static let all: [SweptOperation] =
    storing + atTheBound + claiming + held + letters + [
      maintain,
      SweptOperation(name: "open a new mailbox", request: Request(operation: "open"), isOpened: false, planted: []),
      SweptOperation(
        name: "statistics", request: Request(operation: "statistics"), planted: [.pending(1), .deadLetter(2)]),
    ]

  private static let storing: [SweptOperation] =
    ["processCrash", "ordered", "powerLoss"].flatMap { durability in
      let settings: [String: JSONValue] = ["durability": .string(durability)]
      return [
        enqueue("enqueue, \(durability)", 5, settings),
        enqueue("enqueue repeated, \(durability)", 1, settings),
        enqueue("enqueue imported, \(durability)", 5, settings, ["enqueuedAt": .number(SweptPlant.now - 500)]),
        batch("batch of 3, \(durability)", 3, settings),
      ]
    } + [batch("batch of 18, ordered", 18, ["durability": "ordered"])]

  private static let atTheBound: [SweptOperation] = {
    let limits: [String: JSONValue] = ["limits": ["maxMessages": 2]]
    let discarding = limits.merging(["policy": "discardOldest"]) { $1 }
    return [
      enqueue("enqueue, full, rejecting", 5, limits),
      enqueue("enqueue, full, discarding", 5, discarding),
      batch("batch of 2, full, discarding", 2, discarding),
    ]
  }()

  private static let claiming: [SweptOperation] = [
    SweptOperation(
      name: "claim one", request: Request(operation: "claim", arguments: ["limit": 1]), promise: .claims),
    SweptOperation(name: "claim all", request: Request(operation: "claim"), promise: .claims),
    SweptOperation(
      name: "claim among damage", request: Request(operation: "claim"), promise: .claims,
      planted: [
        .pending(1, body: "{"), .pending(2, body: MailboxBench.body(2, date: SweptPlant.now - 98, message: "7")),
        .pending(3),
      ],
      settings: ["consumer": "string"]),
  ]

  private static let held: [SweptOperation] = ["acknowledge", "release", "extend", "reject"].map {
    SweptOperation(
      name: $0, request: Request(operation: $0, arguments: ["claim": 0]),
      preparation: [
        Request(operation: "claim", arguments: ["limit": 1]),
        // Otherwise the new stamp of an extend would be the old one.
        Request(operation: "clock", arguments: ["now": .number(SweptPlant.now + 50)]),
      ])
  }

  private static let letters: [SweptOperation] =
    ["restore", "remove"].map {
      SweptOperation(
        name: $0, request: Request(operation: $0, arguments: ["letter": 0]),
        promise: $0 == "restore" ? .stored : .everything, preparation: [Request(operation: "deadLetters")],
        planted: [.deadLetter(1), .pending(2)], settings: ["durability": "powerLoss"])
    } + [
      SweptOperation(
        name: "list of dead letters", request: Request(operation: "deadLetters"),
        planted: [.deadLetter(1), .deadLetter(2)])
    ]

  /// Everything that settling and sweeping know, but quarantined directories.
  private static let maintain = SweptOperation(
    name: "maintain", request: Request(operation: "maintain"),
    planted: [
      .pending(1, age: 90_000), .abandoned(2), .pending(3, attempts: 5), .pending(4), .pending(4, ordinal: 9),
      .legacy(5), SweptPlant(name: "pending-nonsense", content: "x"),
      SweptPlant(name: ".tmp/\(MailboxBench.id(6).uuidString)", content: "{", age: 7_200),
      SweptPlant(name: ".dat.nosync0001", content: "{", age: 7_200),
    ])

  // MARK: Enqueues

  private static func enqueue(
    _ name: String, _ number: Int, _ settings: [String: JSONValue], _ others: [String: JSONValue] = [:]
  ) -> SweptOperation {
    let arguments = message(number).merging(others) { $1 }
    return SweptOperation(
      name: name, request: Request(operation: "enqueue", arguments: .object(arguments)), promise: .stored,
      settings: settings)
  }

  private static func batch(_ name: String, _ count: Int, _ settings: [String: JSONValue]) -> SweptOperation {
    let messages = (5..<5 + count).map { JSONValue.object(message($0)) }
    return SweptOperation(
      name: name, request: Request(operation: "enqueueBatch", arguments: ["messages": .array(messages)]),
      promise: .stored, settings: settings)
  }

  private static func message(_ number: Int) -> [String: JSONValue] {
    ["id": .string(MailboxBench.id(number).uuidString), "message": .string("m\(number)")]
  }
}
