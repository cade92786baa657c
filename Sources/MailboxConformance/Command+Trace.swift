import ConformanceKit

extension Command {
  /// Prints which cases show which clause.
  ///
  /// - Returns: The exit code: 4 if a clause has neither a case nor a reason, or a reason does not hold.
  func trace(_ library: FixtureLibrary) throws -> Int32 {
    let reasons = try NoCaseReasons(directory: library.directory, library.catalogue)
    let trace = ClauseTrace(library.catalogue, library.cases, reasons)
    if options.format == "json" {
      say(trace.json(of: options.clauses).indented + "\n")
    } else {
      say(trace.text(of: options.clauses))
    }
    for fault in trace.faults { MailboxConformance.complain(fault.description) }
    return trace.faults.isEmpty ? 0 : 4
  }
}
