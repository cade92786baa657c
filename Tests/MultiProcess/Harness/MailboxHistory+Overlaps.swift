import MailboxSimulation

extension MailboxHistory {
  /// How many operations ran at a moment at which one of another process did, too: without them there was no race.
  var overlapping: Int {
    // A process does one thing at a time, so of each only the last operation can still run when another begins.
    var last: [Int: Int] = [:]
    var found: Set<Int> = []
    for (number, operation) in operations.enumerated().sorted(by: { $0.element.invoked < $1.element.invoked }) {
      for (process, other) in last where process != operation.process {
        guard operations[other].returned ?? .max >= operation.invoked else { continue }
        found.formUnion([number, other])
      }
      last[operation.process] = number
    }
    return found.count
  }
}
