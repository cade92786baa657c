/// Why a request cannot be carried out, whatever the mailbox is like.
struct InvalidRequest: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
