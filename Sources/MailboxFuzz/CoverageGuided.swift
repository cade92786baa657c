#if FUZZING
  import MailboxSimulation

  /// The entry that a coverage-guided fuzzer calls: the first byte names the target, the others are its tape.
  @_cdecl("LLVMFuzzerTestOneInput")
  public func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard count > 0 else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let target = FuzzTargets.all[Int(bytes[0]) % FuzzTargets.all.count]
    let tape = ChoiceTape(bytes: Array(bytes.dropFirst()))
    do {
      guard let failure = try target.failure(on: tape) else { return 0 }
      let recording = TapeRecording(label: target.name, values: tape.drawn)
      fatalError("\(failure)\nas a tape to replay:\n\(recording.text)")
    } catch {
      fatalError("the examination failed: \(error)")
    }
  }
#endif
