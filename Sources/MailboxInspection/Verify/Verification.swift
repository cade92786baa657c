import AppGroupMailbox

/// Holds what was seen of a mailbox, bodies included, to the specification.
struct Verification {
  let sight: MailboxSight
  var settings = Settings()

  struct Settings: Equatable {
    /// The bound that the mailbox is to keep; `nil` if it is not known.
    var maxMessages: Int?
    var claimTimeout = MailboxLimits().claimTimeout
    var maxAttempts = MailboxLimits().maxAttempts ?? .max
  }

  init(_ sight: MailboxSight, _ settings: Settings = Settings()) {
    self.sight = sight
    self.settings = settings
  }

  /// Everything that was found: errors first, then in the order of names.
  var findings: [Finding] {
    var all = directoryFindings + lockFindings + temporariesFindings
    all += sight.entries.flatMap(findings) + setFindings
    if sight.isChanging {
      all.append(
        Finding(.note, ["STA-1"], "the mailbox changed while it was looked at; what is new or gone was left out"))
    }
    return Finding.Severity.allCases.flatMap { severity in all.filter { $0.severity == severity } }
  }

  var bodiesRead: Int {
    sight.entries.count { entry in
      switch entry.body {
      case .valid, .newerFormat, .invalid: true
      case .notRead, .failure, .refused: false
      }
    }
  }

  /// - Returns: What a mode grants that it should not, or lacks, as text; `nil` if it is as wanted.
  static func mode(_ status: FileStatus, wanted: UInt32) -> String? {
    status.permissions == wanted ? nil : "mode \(octal(status.permissions)), not \(octal(wanted))"
  }

  private static func octal(_ mode: UInt32) -> String {
    let digits = String(mode, radix: 8)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
