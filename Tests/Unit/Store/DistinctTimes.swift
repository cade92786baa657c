import AppGroupMailbox
import MailboxSimulation
import MailboxTestSupport

/// The real file system, as if every change of a directory had, or had not, a time of its own.
struct DistinctTimes: ForwardingFileSystem {
  let base: any FileSystem = POSIXFileSystem()
  var isDistinct = true

  func hasDistinctChangeTimes(_ directory: RawDescriptor) -> Bool { isDistinct }
}
