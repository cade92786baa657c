#if canImport(MailboxFuzz)
  import Foundation
  import MailboxSimulation
  import Testing

  @testable import MailboxFuzz

  @Suite struct `The tapes of findings` {
    private func recording(_ value: UInt64) -> TapeRecording { TapeRecording(label: "names", values: [value]) }

    @Test func `Are at most a hundred, and what is left out is said`() throws {
      let folder = try ScratchDirectory()
      let artifacts = FuzzArtifacts(directory: folder.path)
      for value in UInt64(0)..<100 {
        let place = try artifacts.keep(recording(value))
        #expect(place == .file("\(folder.path)/\(TapeFolder.name(of: recording(value)))"))
      }
      guard case .leftOut(let reason) = try artifacts.keep(recording(100)) else {
        Issue.record("the 101st is kept")
        return
      }
      #expect(reason.contains("100 tapes; move them away"))
      // One that is there already takes no more room, and where one has gone there is room again.
      #expect(try artifacts.keep(recording(7)) != .leftOut(reason))
      try artifacts.drop(recording(7))
      #expect(try artifacts.keep(recording(100)) != .leftOut(reason))
      #expect(try TapeFolder(path: folder.path).names().count == 100)
    }

    @Test func `Have at most 64 MiB`() throws {
      let folder = try ScratchDirectory()
      // Without content, it takes no room itself.
      _ = FileManager.default.createFile(atPath: "\(folder.path)/large.tape", contents: nil)
      let large = try FileHandle(forWritingTo: URL(fileURLWithPath: "\(folder.path)/large.tape"))
      try large.truncate(atOffset: 64 << 20)
      guard case .leftOut(let reason) = try FuzzArtifacts(directory: folder.path).keep(recording(1)) else {
        Issue.record("one more is kept")
        return
      }
      #expect(reason.contains("64 MiB; move them away"))
    }

    @Test func `Read back as they were written`() throws {
      let scratch = try ScratchDirectory()
      let folder = TapeFolder(path: "\(scratch.path)/tapes")
      let path = try folder.write(recording(5))
      #expect(try TapeFolder.recording(at: path) == recording(5))
      #expect(try folder.names() == [TapeFolder.name(of: recording(5))])
      try FileManager.default.removeItem(atPath: path)
      #expect(throws: FuzzUsageError.badRecording(path, "it cannot be read")) { try TapeFolder.recording(at: path) }
    }
  }
#endif
