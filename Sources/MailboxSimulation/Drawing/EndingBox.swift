internal import Foundation

/// What was there after the last operation.
struct EndingBox {
  private let lines: [(text: String, messages: [UUID])]
  private let title: String
  private let names: MessageNames

  private static let most = 10

  init?(_ history: MailboxHistory, _ names: MessageNames) {
    self.names = names
    switch history.ending {
    case nil: return nil
    case .drained(let process, _, let claims)?:
      title = "At the end process \(process) took all that was left"
      lines = [("delivered", claims.map(\.id))]
    case .listing(let listing)?:
      title = "At the end the directory held"
      lines = [
        ("pending", listing.pending.map(\.id)), ("claimed", listing.claimed.map(\.id)),
        ("dead letters", listing.deadLetters.map(\.id)),
      ]
    }
  }

  var height: Int { 26 + lines.count * 14 }

  func draw(into picture: inout Picture, x: Int, y: Int, width: Int, isBroken: Bool) {
    picture.group(.init("box ending other")) { picture in
      picture.rectangle(x: x, y: y, width: width, height: height, radius: 3, .init("body"))
      picture.text(title, x: x + 6, y: y + 15, .init("call"))
      for (number, line) in lines.enumerated() {
        picture.text("\(line.text): \(list(line.messages))", x: x + 6, y: y + 31 + number * 14, .init("line"))
      }
      if isBroken {
        picture.rectangle(x: x - 2, y: y - 2, width: width + 4, height: height + 4, radius: 4, .init("mark"))
      }
    }
  }

  private func list(_ messages: [UUID]) -> String {
    guard !messages.isEmpty else { return "nothing" }
    let sorted = messages.filter(names.isShown) + messages.filter { !names.isShown($0) }
    let some = sorted.prefix(Self.most).map { names[$0] }.joined(separator: ", ")
    return sorted.count > Self.most ? "\(some) and \(sorted.count - Self.most) more" : some
  }
}
