import AppGroupMailbox
import ConformanceKit
import Foundation
import MailboxTestSupport
import Testing

/// One case of hostile or damaged files: what is planted, what is done, what must be there afterwards.
///
/// Holds nothing that another language could not say, so that it can become a fixture.
struct SecurityCase: Sendable, CustomTestStringConvertible {
  /// What a case is called in a report.
  var title: String
  var limits = MailboxLimits()
  var policy = MailboxOverflowPolicy.rejectNewest
  var setup: [PlantedEntry]
  var steps: [Step]
  /// The mailbox directory after the last step, as `DirectorySummary` writes it.
  var finally: [String]
  var diagnostics: [MailboxDiagnostic] = []

  var testDescription: String { title }

  /// One operation of one actor.
  enum Step: Sendable {
    case enqueue(Int, Outcome = .succeeds)
    /// A consumer of `Note`s.
    case claim(limit: Int? = nil, Outcome)
    /// A consumer that decodes a number.
    case claimNumbers(Outcome)
    case maintain(Outcome = .succeeds)
    /// Everything that was claimed.
    case acknowledge
    case plant(PlantedEntry)
  }

  /// What an operation comes to.
  enum Outcome: Sendable, Equatable {
    case succeeds
    /// Numbers of messages, in order.
    case delivers([Int])
    case fails(AppGroupMailboxError)
  }

  /// The most common case: `faulty` comes first and a good message, number 2, behind it, which is all that is delivered.
  static func skipping(
    _ title: String, limits: MailboxLimits = MailboxLimits(), _ faulty: PlantedEntry..., leaves: String,
    diagnostic: MailboxDiagnostic
  ) -> SecurityCase {
    SecurityCase(
      title: title, limits: limits, setup: faulty + [.message(2, after: 1)], steps: [.claim(.delivers([2]))],
      finally: [leaves, "claimed 2 attempts 1"], diagnostics: [diagnostic])
  }
}

extension SecurityCase {
  /// Runs the case in a mailbox of its own, and looks at the directory after every step.
  func run(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let guarded = try GuardedMailbox()
    try guarded.plant(setup)
    var actor = CaseActor(guarded, limits, policy)
    for step in steps {
      try actor.carryOut(step, sourceLocation)
      guarded.expectNeighboursUntouched(sourceLocation: sourceLocation)
    }
    #expect(guarded.summary == DirectorySummary(finally), sourceLocation: sourceLocation)
    let seen = guarded.bench.diagnostics.take().map(String.init(describing:)).sorted()
    #expect(seen == diagnostics.map(String.init(describing:)).sorted(), sourceLocation: sourceLocation)
  }
}

/// Who carries out the steps of a case; opens its mailboxes when it first needs them, and lets a failure of that be the step's.
private struct CaseActor {
  private let guarded: GuardedMailbox
  private let limits: MailboxLimits
  private let policy: MailboxOverflowPolicy
  private var notes: AppGroupMailbox<MailboxBench.Note>?
  private var held: [MailboxClaim<MailboxBench.Note>] = []

  init(_ guarded: GuardedMailbox, _ limits: MailboxLimits, _ policy: MailboxOverflowPolicy) {
    self.guarded = guarded
    self.limits = limits
    self.policy = policy
  }

  mutating func carryOut(_ step: SecurityCase.Step, _ sourceLocation: SourceLocation) throws {
    switch step {
    case .plant(let entry): try guarded.plant(entry)
    case .acknowledge:
      for claim in held { try claim.acknowledge() }
      held = []
    case .enqueue(let number, let expected):
      let outcome = outcome { (actor) throws(AppGroupMailboxError) in
        try actor.mailbox().enqueue(MailboxBench.Note("x"), id: MailboxBench.id(number))
        return .succeeds
      }
      #expect(outcome == expected, "enqueue \(number)", sourceLocation: sourceLocation)
    case .claim(let limit, let expected):
      let outcome = outcome { (actor) throws(AppGroupMailboxError) in
        let claims = try actor.mailbox().claimPending(limit: limit)
        actor.held += claims
        return .delivers(claims.compactMap { number($0.id) })
      }
      #expect(outcome == expected, "claim", sourceLocation: sourceLocation)
    case .claimNumbers(let expected):
      let outcome = outcome { (actor) throws(AppGroupMailboxError) in
        let mailbox = try actor.guarded.bench.open(Int.self, limits: actor.limits)
        return .delivers(try mailbox.claimPending().compactMap { number($0.id) })
      }
      #expect(outcome == expected, "claim numbers", sourceLocation: sourceLocation)
    case .maintain(let expected):
      let outcome = outcome { (actor) throws(AppGroupMailboxError) in
        try actor.mailbox().performMaintenance()
        return .succeeds
      }
      #expect(outcome == expected, "maintenance", sourceLocation: sourceLocation)
    }
  }

  private mutating func outcome(
    _ body: (inout CaseActor) throws(AppGroupMailboxError) -> SecurityCase.Outcome
  ) -> SecurityCase.Outcome {
    do {
      return try body(&self)
    } catch {
      return .fails(error)
    }
  }

  private mutating func mailbox() throws(AppGroupMailboxError) -> AppGroupMailbox<MailboxBench.Note> {
    if let notes { return notes }
    let opened = try guarded.bench.open(MailboxBench.Note.self, limits: limits, policy: policy)
    notes = opened
    return opened
  }
}
