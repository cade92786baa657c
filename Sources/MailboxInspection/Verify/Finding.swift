/// Something in a mailbox that is not as SPEC.md says, or that will change by itself.
struct Finding: Equatable, Sendable {
  enum Severity: String, Sendable, CaseIterable {
    /// Somebody broke the specification, or the file system did.
    case error
    /// It could not be looked at, so nothing is known of it.
    case unchecked
    /// In order, and going to change: what the library does the next time anyway.
    case note
  }

  var severity: Severity
  /// Of SPEC.md, most telling first.
  var clauses: [String]
  /// What is so, in a few words that are the same for all files of which it is.
  var text: String
  /// The file's name, fit for a terminal; `nil` of what concerns the whole mailbox.
  var file: String?
  /// What it is of this file alone.
  var detail: String?

  init(_ severity: Severity, _ clauses: [String], _ text: String, _ file: String? = nil, detail: String? = nil) {
    self.severity = severity
    self.clauses = clauses
    self.text = text
    self.file = file
    self.detail = detail
  }
}
