/// Everything a mailbox takes from outside, so that tests and the simulator can stand in for it.
package struct MailboxEnvironment: Sendable {
  package var fileSystem: any FileSystem
  package var clock: any MailboxClock
  package var identifiers: any IdentifierSource
  package var doorbell: any Doorbell
  package var wakeUps: any WakeUpSource
  package var timer: any TaskTimer
  /// From how many messages on a listing is made without the lock.
  package var manyMessages: Int

  package init(
    fileSystem: any FileSystem = POSIXFileSystem(), clock: any MailboxClock = SystemClock(),
    identifiers: any IdentifierSource = RandomIdentifierSource(), doorbell: any Doorbell = SystemDoorbell(),
    wakeUps: any WakeUpSource = SystemWakeUpSource(), timer: any TaskTimer = SystemTaskTimer(),
    manyMessages: Int = ListingAhead.many
  ) {
    self.fileSystem = fileSystem
    self.clock = clock
    self.identifiers = identifiers
    self.doorbell = doorbell
    self.wakeUps = wakeUps
    self.timer = timer
    self.manyMessages = manyMessages
  }

  package static var system: MailboxEnvironment { MailboxEnvironment() }
}
