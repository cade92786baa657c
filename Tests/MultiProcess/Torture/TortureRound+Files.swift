#if os(Linux)
  import AppGroupMailbox
  import ConformanceKit
  import Foundation
  import MailboxSimulation
  import MailboxTestSupport

  /// What stands in the directory and is nobody's message.
  extension TortureRound {
    /// Makes what the helpers are to find.
    func makeRoom() throws {
      let root = "\(bench.container)/AppGroupMailbox"
      switch plan.theme {
      case .directories, .lockFile: break
      case .rights:
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        if plan.user != nil { try ProcessPrivileges.giveAway(root) }
      case .exhaustion:
        // Whether it is there is asked when it is to be filled.
        disk = try? SmallDisk(at: root)
      case .files:
        try bench.makeDirectory()
        for number in 0..<plan.foreignFiles { try foreignContent(number).write(to: foreignFile(number)) }
        tally.count("foreign files", plan.foreignFiles)
      }
    }

    private func foreignFile(_ number: Int) -> URL {
      // Some look like ours from afar.
      let names = ["note", ".DS_Store", "Pending-", "pending", "claim", ".mailbox.lock.", "quarantine", "0"]
      return URL(fileURLWithPath: "\(bench.directory)/\(names[number % names.count])\(number)")
    }

    private func foreignContent(_ number: Int) -> Data { Data("\(plan.seed) \(number)".utf8) }

    /// The foreign files that are not there any more as they were.
    func changedForeignFiles() -> [String] {
      (0..<plan.foreignFiles).filter {
        FileManager.default.contents(atPath: foreignFile($0).path) != foreignContent($0)
      }
      .map { foreignFile($0).lastPathComponent }
    }

    /// The names of all foreign files.
    var foreignNames: Set<String> { Set((0..<plan.foreignFiles).map { foreignFile($0).lastPathComponent }) }

    // MARK: Hostile files

    /// Something that no mailbox writes, under a name of a mailbox.
    private enum Hostile: CaseIterable {
      case malformedName, noBody, otherBody, link, directory, pipe, twoNames
    }

    func plantHostileFile() throws {
      let hostile = Hostile.allCases.randomElement(using: &plan.random) ?? .noBody
      hostileFiles += 1
      let id = UUID(process: 0x7FFF, number: hostileFiles)
      let date = race.clock.now.timeIntervalSinceReferenceDate - 20
      let name = pendingName(id, date)
      let aside = "\(bench.container)/hostile"
      switch hostile {
      case .malformedName:
        try Data("no body".utf8).write(to: URL(fileURLWithPath: aside))
        try plant(HistoryPlanted(id: id, .malformedName), from: aside, as: "pending-\(hostileFiles).json")
      case .noBody:
        try Data("no body".utf8).write(to: URL(fileURLWithPath: aside))
        try plant(HistoryPlanted(id: id, date: date, ordinal: 1, body: .malformed), from: aside, as: name)
      case .otherBody:
        let other = UUID(process: 0x7FFE, number: hostileFiles)
        let body = #"{"id":"\#(other.uuidString)","enqueuedAt":\#(date),"message":"x"}"#
        try Data(body.utf8).write(to: URL(fileURLWithPath: aside))
        try plant(HistoryPlanted(id: id, date: date, ordinal: 1, body: .ofAnotherMessage), from: aside, as: name)
      case .link:
        try FileManager.default.createSymbolicLink(atPath: aside, withDestinationPath: bench.container)
        try plant(HistoryPlanted(id: id, .malformedName), from: aside, as: name)
      case .directory:
        try FileManager.default.createDirectory(atPath: "\(aside)/inner", withIntermediateDirectories: true)
        try plant(HistoryPlanted(id: id, .malformedName), from: aside, as: name)
      case .pipe:
        guard mkfifo(aside, 0o600) == 0 else { throw PlantingFailed(call: "mkfifo", code: errno) }
        try plant(HistoryPlanted(id: id, .malformedName), from: aside, as: name)
      case .twoNames: try plantTwoNames(id, date, aside)
      }
    }

    private func plantTwoNames(_ id: UUID, _ date: Double, _ aside: String) throws {
      hostileFiles += 1
      let second = UUID(process: 0x7FFF, number: hostileFiles)
      try Data("no body".utf8).write(to: URL(fileURLWithPath: aside))
      guard link(aside, aside + ".2") == 0 else { throw PlantingFailed(call: "link", code: errno) }
      for (id, path) in [(id, aside), (second, aside + ".2")] {
        try plant(
          HistoryPlanted(id: id, date: date, ordinal: 1, body: .malformed), from: path, as: pendingName(id, date))
      }
    }

    /// It is recorded first: nobody can meet it before.
    private func plant(_ file: HistoryPlanted, from aside: String, as name: String) throws {
      try race.record(.planted(file: file))
      guard rename(aside, "\(bench.directory)/\(name)") == 0 else { throw PlantingFailed(call: "rename", code: errno) }
    }

    private func pendingName(_ id: UUID, _ date: Double) -> String {
      let details = NameDate(seconds: date).map { PendingName.Details(date: $0, attempts: 0) }
      return PendingName(ordinal: 1, id: id, details: details).fileName.text
    }
  }
#endif
