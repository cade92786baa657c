import AppGroupMailbox

/// A command line that cannot be understood.
struct UsageError: Error, Equatable, CustomStringConvertible {
  let description: String
}

/// What the command line asks for.
struct Options: Equatable {
  enum Verb: String, CaseIterable {
    case inspect, verify, watch
    case deadLetters = "dead-letters"
    case export
  }

  enum LetterAction: String, CaseIterable {
    case list, restore, remove
  }

  /// `nil` for help in general.
  var verb: Verb?
  var letterAction: LetterAction?
  var isHelp = false
  /// The mailbox directory or container.
  var path = ""
  /// What stands behind the path: dead letters.
  var operands: [String] = []
  var namespace: String?
  var isJSON = false
  var isVerbose = false
  var showsContents = false
  var limit: Int?
  var claimTimeout: Double?
  var maxMessages: Int?
  var seconds: Double?
  var isAll = false
  var notificationName: String?
  var caseID: String?
  var output: String?

  /// The options that each verb takes, besides `--namespace` and `--help`, which all do.
  private func permitted() -> Set<String> {
    switch (verb, letterAction) {
    case (.inspect, _): ["--json", "--verbose", "--contents", "--limit", "--claim-timeout"]
    case (.verify, _): ["--json", "--verbose", "--max-messages", "--claim-timeout"]
    case (.watch, _): ["--json", "--seconds"]
    case (.deadLetters, .list): ["--json", "--contents"]
    case (.deadLetters, .restore): ["--json", "--all", "--max-messages", "--notify"]
    case (.deadLetters, .remove): ["--json", "--all"]
    case (.export, _): ["--contents", "--id", "--output"]
    default: []
    }
  }

  init(_ words: [String]) throws(UsageError) {
    var rest = words[...]
    var plain: [String] = []
    var given: [String] = []
    var isBehindDashes = false
    while let word = rest.popFirst() {
      if isBehindDashes || !word.hasPrefix("-") || word == "-" {
        plain.append(word)
        continue
      }
      given.append(word)
      switch word {
      case "--": isBehindDashes = true
      case "--help", "-h": isHelp = true
      case "--json": isJSON = true
      case "--verbose": isVerbose = true
      case "--contents": showsContents = true
      case "--all": isAll = true
      case "--namespace": namespace = try Self.value(of: word, &rest)
      case "--notify": notificationName = try Self.value(of: word, &rest)
      case "--output": output = try Self.value(of: word, &rest)
      case "--id": caseID = try Self.parsed(word, &rest, "words of a-z and 0-9 with single hyphens between", Self.slug)
      case "--limit": limit = try Self.parsed(word, &rest, "a number, 0 or more", Self.count(from: 0))
      case "--max-messages": maxMessages = try Self.parsed(word, &rest, "a number, 1 or more", Self.count(from: 1))
      case "--claim-timeout": claimTimeout = try Self.parsed(word, &rest, "seconds, more than 0", Self.seconds)
      case "--seconds": seconds = try Self.parsed(word, &rest, "seconds, more than 0", Self.seconds)
      default: throw UsageError(description: "there is no option \(SafeText.escaped(word))")
      }
    }
    try take(plain)
    if isHelp { return }
    let permitted = permitted().union(["--namespace", "--"])
    if let wrong = given.first(where: { !permitted.contains($0) }) {
      throw UsageError(description: "\(wrong) is not for \(verbText)")
    }
    try checkOperands()
  }

  private var verbText: String {
    [verb?.rawValue, letterAction?.rawValue].compactMap(\.self).joined(separator: " ")
  }

  private mutating func take(_ plain: [String]) throws(UsageError) {
    var plain = plain[...]
    if plain.first == "help" {
      plain = plain.dropFirst()
      isHelp = true
    }
    guard let first = plain.popFirst() else {
      guard isHelp else { throw UsageError(description: "say what to do: \(Self.list(Verb.allCases))") }
      return
    }
    guard let verb = Verb(rawValue: first) else {
      throw UsageError(
        description: "'\(SafeText.escaped(first))' is no verb; there are \(Self.list(Verb.allCases))")
    }
    self.verb = verb
    if verb == .deadLetters, !plain.isEmpty || !isHelp {
      let word = plain.popFirst()
      guard let action = word.flatMap(LetterAction.init) else {
        let told = word.map { ", not '\(SafeText.escaped($0))'" } ?? ""
        throw UsageError(description: "behind dead-letters stands \(Self.list(LetterAction.allCases))\(told)")
      }
      letterAction = action
    }
    path = plain.popFirst() ?? ""
    operands = Array(plain)
  }

  private static func list<Word: RawRepresentable<String>>(_ words: [Word]) -> String {
    let names = words.map(\.rawValue)
    return names.dropLast().joined(separator: ", ") + " or " + names.last!
  }

  private func checkOperands() throws(UsageError) {
    guard !path.isEmpty else {
      throw UsageError(description: "\(verbText) needs the path of a mailbox directory or of its container")
    }
    switch letterAction {
    case .restore, .remove:
      guard isAll != operands.isEmpty else { return }
      throw UsageError(
        description: isAll
          ? "--all and single dead letters cannot both be; leave one out"
          : "say which: the ids of dead letters (dead-letters list shows them), or --all")
    default:
      guard let more = operands.first else { return }
      throw UsageError(description: "\(verbText) takes one path; '\(SafeText.escaped(more))' is too much")
    }
  }

  private static func value(of option: String, _ rest: inout ArraySlice<String>) throws(UsageError) -> String {
    guard let value = rest.popFirst(), !value.isEmpty else {
      throw UsageError(description: "\(option) needs a value behind it")
    }
    return value
  }

  private static func parsed<Value>(
    _ option: String, _ rest: inout ArraySlice<String>, _ wanted: String, _ parse: (String) -> Value?
  ) throws(UsageError) -> Value {
    let text = try value(of: option, &rest)
    guard let value = parse(text) else {
      throw UsageError(description: "\(option) takes \(wanted), not '\(SafeText.escaped(text))'")
    }
    return value
  }

  private static func count(from least: Int) -> (String) -> Int? {
    { text in Int(text).flatMap { $0 >= least ? $0 : nil } }
  }

  private static func seconds(_ text: String) -> Double? {
    Double(text).flatMap { $0 > 0 && $0 <= 3e8 ? $0 : nil }
  }

  private static func slug(_ text: String) -> String? {
    let words = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return words.allSatisfy { word in
      !word.isEmpty && word.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
    } ? text : nil
  }
}
