import AdapterKit
import AppGroupMailbox
import ConformanceKit
import Foundation
import MailboxSimulation

/// Lines that a runner sends and an adapter answers, right, almost right and wrong.
struct ProtocolTarget: FuzzTarget {
  let name = "protocol"
  let summary =
    "an adapter answers every line with one that the runner understands; the runner takes nothing else for an answer"

  func failure(on tape: ChoiceTape) throws -> String? { examine(tape).failure }

  func examine(_ tape: ChoiceTape) -> FuzzOutcome {
    let conversation = Conversation()
    for _ in 0..<1 + tape.choose(below: 12) {
      tape.beginPart()
      if let failure = conversation.exchange(tape) {
        return FuzzOutcome(failure: failure, features: conversation.reached)
      }
    }
    let failure = Self.answerFailure(tape.mutated(Self.answer(drawnFrom: tape)))
    return FuzzOutcome(failure: failure, features: conversation.reached)
  }

  func listing(of tape: ChoiceTape) -> String {
    let conversation = Conversation()
    for _ in 0..<1 + tape.choose(below: 12) {
      tape.beginPart()
      if conversation.exchange(tape) != nil { break }
    }
    let answer = tape.mutated(Self.answer(drawnFrom: tape))
    return (conversation.lines + ["an answer to the runner: \(quoted(answer))"]).joined(separator: "\n")
  }

  // MARK: What a runner makes of a line

  /// The kit's own reading of JSON against Foundation's, and what is taken for an answer.
  private static func answerFailure(_ line: [UInt8]) -> String? {
    let read = try? JSONParser.parse(line)
    let isJSON = (try? JSONSerialization.jsonObject(with: Data(line), options: .fragmentsAllowed)) != nil
    if read != nil, !isJSON, !isKnownDifference(line) { return "the runner reads what is no JSON" }
    do {
      _ = try AdapterLine.reply(line, to: 7, "claim")
    } catch {
      return nil
    }
    guard let read, read["seq"]?.integer == 7 else { return "the runner takes a line without its seq for an answer" }
    let parts = ["ok", "error", "unsupported"].count { read[$0] != nil }
    return parts == 1 ? nil : "the runner takes a line with \(parts) outcomes for an answer"
  }

  /// Foundation refuses numbers beyond binary64 and keys that are there twice in ways of its own.
  private static func isKnownDifference(_ line: [UInt8]) -> Bool {
    line.contains { $0 == 0x65 || $0 == 0x45 || $0 >= 0x80 || $0 == 0x5C }
  }

  private static func answer(drawnFrom tape: ChoiceTape) -> [UInt8] {
    let outcome = tape.pick(from: [
      #""ok":{}"#, #""ok":{"claims":[]}"#, #""error":{"code":"busy"}"#, #""error":{}"#, #""unsupported":"claim""#,
      #""ok":{},"error":{"code":"busy"}"#, #""ok":null"#, #""error":null"#,
    ])
    let seq = tape.pick(from: ["7", "7", "7", "8", "7.0", "-7", "\"7\"", "null", "70000000000000000000"])
    return Array("{\"seq\":\(seq),\(outcome)}".utf8)
  }
}

private func quoted(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self).debugDescription }

/// A session on a simulated disk, and what is asked in it.
private final class Conversation {
  private let session: AdapterSession
  private(set) var lines: [String] = []
  private(set) var reached: Set<String> = []
  private var seq = 0

  init() {
    var volume = SimulatedVolume(VolumeSettings())
    volume.plant(.directory, at: "/container", mode: 0o700, owner: 501)
    let clock = SimulatedClock(secondsSince2001: 800_000_000)
    let disk = SimulatedDisk(volume: volume, clock: clock)
    session = AdapterSession(
      MailboxEnvironment(
        fileSystem: disk.process(user: 501, identifier: 1), clock: clock, identifiers: SeededIdentifiers(seed: 1),
        doorbell: CountingDoorbell()))
    // So that there is a mailbox to talk about.
    let opening = #"{"seq":0,"op":"open","args":{"container":"/container","namespace":"inbox"}}"#
    lines.append("asked: \(opening)")
    _ = session.answer(to: Data(opening.utf8))
  }

  private static func kind(of reply: AdapterReply) -> String {
    switch reply {
    case .ok: "done"
    case .error(let code, _): code
    case .unsupported: "unsupported"
    }
  }

  /// Whether a line says, in JSON, what it asks for.
  private func isRequest(_ line: [UInt8]) -> Bool {
    guard let read = try? JSONParser.parse(line) else { return false }
    return read["seq"]?.integer != nil && read["op"]?.string != nil
  }

  /// Sends a line, and judges its answer.
  func exchange(_ tape: ChoiceTape) -> String? {
    seq += 1
    let request = ProtocolRequest(drawnFrom: tape, seq: seq)
    let sent = tape.chance(1, in: 3) ? tape.mutated(request.line) : request.line
    lines.append("asked: \(quoted(sent))")
    // The end of a line is none of its content.
    let answer = session.answer(to: Data(sent.filter { $0 != 0x0A }))
    lines.append("  said: \(quoted(Array(answer.prefix(400))))")
    guard answer.last == 0x0A, answer.count(where: { $0 == 0x0A }) == 1 else { return "the answer is not one line" }
    do {
      let read = try JSONParser.parse(Array(answer.dropLast()))
      // What is no request is answered without a number.
      guard let seq = read["seq"]?.integer else {
        return isRequest(sent) ? "a request is answered without its seq" : nil
      }
      if isRequest(sent), seq != (try JSONParser.parse(sent))["seq"]?.integer { return "it is answered as \(seq)" }
      let reply = try AdapterLine.reply(Array(answer.dropLast()), to: seq, request.operation)
      reached.insert("\(request.operation), \(Self.kind(of: reply))")
      guard sent == request.line, request.isSound else { return nil }
      if case .error(let code, _) = reply, code == "invalidRequest" { return "a sound request is refused: \(reply)" }
      if case .unsupported = reply { return "an operation of the protocol is unsupported" }
      return nil
    } catch {
      return "the runner does not understand the answer: \(error)"
    }
  }
}
