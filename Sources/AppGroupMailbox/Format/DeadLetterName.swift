/// `deadletter-<reason>-<pending name>`: could not be delivered (clause LAY-6).
package struct DeadLetterName: Hashable, Sendable {
  package var reason: MailboxDeadLetterReason
  package var message: PendingName

  package init(reason: MailboxDeadLetterReason, message: PendingName) {
    self.reason = reason
    self.message = message
  }

  package init?(parsing bytes: ArraySlice<UInt8>) {
    var reader = ByteReader(bytes)
    guard reader.take("deadletter-"), let reason = reader.takeReason(), reader.take("-"),
      let message = PendingName(parsing: reader.rest)
    else { return nil }
    self.init(reason: MailboxDeadLetterReason(rawValue: reason), message: message)
  }

  package var fileName: FileName {
    var text = Array("deadletter-".utf8)
    text.append(contentsOf: reason.rawValue.utf8)
    text.append(0x2D)
    message.append(to: &text)
    return FileName(text)
  }
}
