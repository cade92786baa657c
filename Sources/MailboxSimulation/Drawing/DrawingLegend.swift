/// What the signs of a picture mean.
struct DrawingLegend {
  static let height = 130
  static let width = 1_160

  private static let columnWidth = 370
  private static let rowHeight = 22

  func draw(into picture: inout Picture, x: Int, y: Int) {
    picture.text("How to read it", x: x, y: y, .init("heading"))
    for (number, entry) in Entry.allCases.enumerated() {
      let left = x + number / 5 * Self.columnWidth
      let top = y + 24 + number % 5 * Self.rowHeight
      picture.group(.init("legend \(entry.style)", [("color", PictureStyle.messages[0])])) { picture in
        entry.draw(into: &picture, x: left, y: top)
      }
      picture.text(entry.meaning, x: left + 66, y: top + 4, .init("legend-text"))
    }
  }

  private enum Entry: CaseIterable {
    case box, unknown, failed, mark, event, passed, held, recovered, returned, gone, faint, number

    var meaning: String {
      switch self {
      case .box: "an operation, from its call to its return"
      case .unknown: "its outcome is unknown: open if it never returned"
      case .failed: "it failed, with this error"
      case .mark: "it breaks the promise of this number"
      case .event: "what happened to all, or to one process"
      case .passed: "a message passes on"
      case .held: "a consumer holds it"
      case .recovered: "it comes back: its consumer died or took too long"
      case .returned: "it comes back although it was acknowledged"
      case .gone: "it should be there, and is not"
      case .faint: "messages that the broken promise does not concern"
      case .number: "operations in the order of their calls; time runs down, not to scale"
      }
    }

    var style: String {
      switch self {
      case .box: "box claim"
      case .unknown: "box claim unknown"
      case .failed: "box enqueue failed"
      case .event: "event"
      case .number: "box"
      default: "sign"
      }
    }

    func draw(into picture: inout Picture, x: Int, y: Int) {
      switch self {
      case .box: picture.rectangle(x: x, y: y - 8, width: 56, height: 16, radius: 3, .init("body"))
      case .unknown:
        picture.rectangle(x: x, y: y - 8, width: 56, height: 16, .init("body open"))
        picture.path("M\(x) \(y + 8) v-16 h56 v16", .init("edge"))
      case .failed:
        picture.rectangle(x: x, y: y - 8, width: 56, height: 16, radius: 3, .init("body"))
        picture.text("✗ error", x: x + 5, y: y + 4, .init("failure"))
      case .mark:
        picture.rectangle(x: x, y: y - 8, width: 48, height: 16, radius: 3, .init("mark"))
        picture.circle(x + 48, y, radius: 9, .init("badge"))
        picture.text("1", x: x + 48, y: y + 4, .init("badge-text"))
      case .event: picture.line(x, y, x + 56, y, .init("across"))
      case .passed, .recovered, .returned:
        let kind = self == .passed ? "passed" : self == .recovered ? "recovered" : "returned"
        picture.line(x, y, x + 48, y, .init("way \(kind)"))
        picture.path("M\(x + 56) \(y) l-8 -5 v10 z", .init("tip"))
      case .held: picture.line(x + 28, y - 9, x + 28, y + 9, .init("held"))
      case .gone: picture.path("M\(x + 21) \(y - 7) l14 14 m0 -14 l-14 14", .init("gone"))
      case .faint: picture.line(x, y, x + 56, y, .init("faint-way"))
      case .number: picture.text("#17", x: x + 40, y: y + 4, .init("number"))
      }
    }
  }
}
