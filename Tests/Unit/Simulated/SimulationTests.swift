import MailboxSimulation
import MailboxTestSupport
import Testing

/// Several processes, and whatever befalls them: a slice of what the fuzz driver runs for as long as one likes.
struct SimulationTests {
  private static let seeds: Range<UInt64> = 1..<201

  @Test(.clauses("LCK-8", "CLM-16", "ENQ-1"))
  func `Whatever befalls the processes, every promise is kept`() {
    var counts: [String: Int] = [:]
    var steps = 0
    for seed in Self.seeds {
      let simulation = Simulation(drawnFrom: ChoiceTape(seed: seed))
      if let violation = simulation.violation { Issue.record("seed \(seed): \(violation)") }
      counts.merge(simulation.counts) { $0 + $1 }
      steps += simulation.steps
    }
    #expect(steps > 100_000)
    // A slice in which something never happens shows nothing about it.
    for kind in Self.everyKind { #expect(counts[kind, default: 0] > 0, "\(kind) never happened") }
  }

  private static let everyKind = [
    // Operations
    "enqueue", "enqueue dated", "batch", "claim", "acknowledge", "release", "extend", "reject", "restore", "remove",
    "maintain", "list", "statistics",
    // What they did
    "messages published", "legacy messages published", "messages claimed", "claims acknowledged", "claims released",
    "leases extended", "claims recovered", "claims put back", "messages expired", "messages evicted",
    "legacy names lengthened", "dead letters (rejected)", "dead letters (attempts)", "dead letters (oversize)",
    "dead letters (duplicate)", "dead letters removed", "files quarantined (name)", "files quarantined (type)",
    "files quarantined (links)", "files quarantined (body)", "files quarantined (mismatch)", "quarantine trimmed",
    "failed: mailboxFull", "failed: busy", "failed: claimNoLongerExists", "failed: ioFailure", "failed: notDurable",
    // What befell them
    "killed", "stopped", "resumed", "clock moved", "power lost", "directory removed", "lock file removed",
    "call failed (5)",
    "call failed (28)", "call failed (13)", "call failed (24)",
    "link", "folder", "pipe", "secondName", "oversize", "unreadable", "laterFormat", "oldClaim", "futureClaim",
    "secondFile",
    "staleTemporary", "lockFileReplaced", "directoryReplaced", "note",
  ]

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `The same tape gives the same history, byte for byte`(seed: UInt64) {
    let first = Simulation(drawnFrom: ChoiceTape(seed: seed), tellsStory: true)
    let tape = ChoiceTape(seed: seed)
    let second = Simulation(drawnFrom: tape, tellsStory: true)
    #expect(first.history.lines == second.history.lines)
    #expect(first.story == second.story)
    #expect(first.steps == second.steps)
    // And so does what was recorded of it.
    let third = Simulation(drawnFrom: ChoiceTape(recorded: tape.drawn), tellsStory: true)
    #expect(third.story == first.story)
  }

  @Test func `The story tells who did what, and what the directory looked like after it`() {
    var story = ""
    // The first seed in which somebody claims and somebody dies.
    for seed in Self.seeds where !(story.contains("→ claim") && story.contains("was killed")) {
      story = Simulation(drawnFrom: ChoiceTape(seed: seed), tellsStory: true).story
    }
    #expect(story.contains("begins: claim"))
    #expect(story.contains("is told: "))
    #expect(story.contains("rename: message"))
    #expect(!story.contains("!!!"))
  }
}
