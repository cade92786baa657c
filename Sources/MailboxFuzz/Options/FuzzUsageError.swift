/// Why a command line or a file makes no sense, and what would.
enum FuzzUsageError: Error, Equatable {
  case unknownOption(String)
  case missingValue(String)
  case badValue(String, String, wanted: String)
  case unknownTarget(String)
  case badRecording(String, String)
  case unreadable(String)
  case contradiction(String, String)
  case importNeedsTarget

  var description: String {
    switch self {
    case .unknownOption(let option): "there is no option '\(option)'; --help lists those there are"
    case .missingValue(let option): "'\(option)' needs a value behind it; --help says which"
    case .badValue(let option, let value, let wanted): "'\(option)' takes \(wanted), not '\(value)'"
    case .unknownTarget(let name): "there is no target '\(name)'; --list names those there are"
    case .badRecording(let path, let reason):
      "'\(path)' is no recorded tape: \(reason); give a file that a finding has written, unchanged"
    case .unreadable(let path): "'\(path)' cannot be read; give the path of a file"
    case .contradiction(let one, let other): "'\(one)' and '\(other)' cannot both be; leave one out"
    case .importNeedsTarget: "'--import' needs to know what the bytes are for; add --target NAME, once"
    }
  }
}
