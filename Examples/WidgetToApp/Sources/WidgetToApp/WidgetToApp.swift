import Foundation
import TapMailbox

/// Two processes with one mailbox: a widget that dies now and then, and an app that shows what arrives.
///
/// Started without arguments it starts itself as both, starts the widget again whenever it has died, and says how it went.
@main
enum WidgetToApp {
  static let taps = 40
  /// How long the widget lives, in seconds, the first times that it is started; then it lives on.
  private static let lifetimes = [0.30, 0.15, 0.40, 0.10, 0.25, 0.35]

  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    switch arguments.first {
    case nil: exit(try await show() ? 0 : 1)
    case "app": exit(try await App.run(in: container(arguments)) ? 0 : 1)
    case "widget":
      let lifetime = arguments.dropFirst(2).first.flatMap(Double.init)
      try await Widget.run(in: container(arguments), lifetime: lifetime)
    default:
      say("Usage: swift run --package-path Examples/WidgetToApp")
      exit(2)
    }
  }

  private static func container(_ arguments: ArraySlice<String>) -> URL {
    guard let path = arguments.dropFirst().first else {
      say("The folder is missing; start this program without arguments.")
      exit(2)
    }
    return URL(fileURLWithPath: path, isDirectory: true)
  }

  private static func show() async throws -> Bool {
    let container = FileManager.default.temporaryDirectory.appendingPathComponent("WidgetToApp-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: container) }
    try FileManager.default.createDirectory(at: container, withIntermediateDirectories: true)
    say("A widget sends \(taps) taps to an app, and is killed now and then.")

    async let app = Child.run(["app", container.path])
    var deaths = 0
    while try await Child.run(["widget", container.path] + lifetime(deaths)) != .exit(0) {
      deaths += 1
      say("widget: killed; started again")
    }
    say("widget: has sent everything")
    let mailbox = try TapMailbox.open(in: container)
    try mailbox.enqueue(.last)
    let hasAll = try await app == .exit(0)

    let left = try mailbox.statistics()
    guard hasAll, left.pending == 0, left.claimed == 0 else {
      say("Not everything arrived: \(left.pending) still wait, \(left.claimed) are in somebody's hands.")
      return false
    }
    say("All \(taps) arrived, though the widget died \(deaths) times. Nothing is left in the mailbox.")
    return true
  }

  private static func lifetime(_ deaths: Int) -> [String] {
    deaths < lifetimes.count ? [String(lifetimes[deaths])] : []
  }
}

/// Prints at once, so that the lines of both processes come in their order.
func say(_ line: String) {
  print(line)
  fflush(nil)
}
