/// Reads a file of several parts: a fault in one does not keep the others from being read.
struct FaultCollector {
  private var faults: [FixtureFault] = []

  /// - Returns: All faults, in the order in which they were met; empty if the file is good.
  static func faults(
    in data: some Sequence<UInt8>, file: String, _ read: (FixtureReading, inout FaultCollector) throws -> Void
  ) -> [FixtureFault] {
    var collector = FaultCollector()
    do {
      try read(FixtureReading(try JSONParser.parse(data), file: file), &collector)
    } catch let fault as FixtureFault {
      collector.faults.append(fault)
    } catch {
      collector.faults.append(FixtureFault(file: file, problem: "\(error)", advice: "make it JSON (RFC 8259)"))
    }
    return collector.faults
  }

  /// Reads one part.
  mutating func part(_ read: () throws -> Void) throws {
    do {
      try read()
    } catch let fault as FixtureFault {
      faults.append(fault)
    }
  }
}

extension FixtureFaults {
  /// Throws faults, if there are any.
  static func check(_ faults: [FixtureFault]) throws {
    if !faults.isEmpty { throw FixtureFaults(faults: faults) }
  }
}
