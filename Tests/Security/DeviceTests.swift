import AppGroupMailbox
import ConformanceKit
import MailboxTestSupport
import Testing

/// What only root can put where a message should be; links, directories, FIFOs and sockets are in Fixtures/.
struct DeviceTests {
  @Test(.clauses("QUA-2", "SEC-4"), .enabled(if: ProcessPrivileges.isRoot, "only root can make a device"))
  func `A device is quarantined too`() throws {
    let guarded = try GuardedMailbox()
    try guarded.plant(PlantedEntry(EntryNames.pending(1), .nullDevice), .message(2, after: 1))
    #expect(try guarded.bench.open().claimPending().compactMap { number($0.id) } == [2])
    guarded.expect("quarantine type", "claimed 2 attempts 1")
    guarded.expectDiagnostics(.unsafeFileQuarantined)
  }
}
