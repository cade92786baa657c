/// What the driver asks of a worker, a line of JSON each.
enum WorkerRequest: Codable {
  /// Keep this tape, to make others from it.
  case corpus(target: String, values: [UInt64])
  /// These need not be told of any more.
  case known(target: String, features: Set<String>)
  /// Run these; those below zero are the kept tapes, counted from the end.
  case range(target: String, first: Int, end: Int, seed: UInt64)
  /// Run one tape and give a verdict.
  case tape(target: String, values: [UInt64])
  /// Run what a fuzzer made of bytes and give a verdict.
  case bytes(target: String, bytes: [UInt8])
  /// Say which bytes draw the same as a tape.
  case export(target: String, values: [UInt64])
  /// Tell what a tape means.
  case story(target: String, values: [UInt64])
}

/// What a worker answers, a line of JSON each.
///
/// Behind the last line of an answer it waits.
enum WorkerReply: Codable {
  /// A run failed; of this worker's runs with this signature it is the first.
  case finding(run: Int, failure: String, values: [UInt64])
  /// Another run failed in the same way.
  case repetition(run: Int, signature: String)
  /// A run reached something that was not known.
  case novelty(run: Int, features: Set<String>, values: [UInt64])

  // The last lines of an answer.

  /// Every run up to, and without, this one has ended.
  case done(end: Int)
  case verdict(failure: String?, features: Set<String>)
  case story(String)
  case bytes([UInt8])
  /// The examination itself failed.
  case broken(String)
}
