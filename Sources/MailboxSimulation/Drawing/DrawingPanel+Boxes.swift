extension DrawingPanel {
  func drawBox(_ number: Int, into picture: inout Picture) {
    let box = layout.boxes[number]
    let operation = history.operations[number]
    let isUnknown = operation.outcome == nil
    let state = isUnknown ? " unknown" : operation.succeeded ? "" : " failed"
    let width = DrawingLanes.boxWidth
    let place = layout.excerpt.positions[number]
    picture.group(
      .init("box \(box.label.kind)\(state)", [("data-operation", "\(place)")]), title: title(of: number)
    ) { picture in
      if box.isOpen {
        picture.rectangle(x: box.x, y: box.y, width: width, height: box.height, radius: 0, .init("body open"))
        picture.path(
          "M\(box.x) \(box.y + box.height) V\(box.y) H\(box.x + width) V\(box.y + box.height)", .init("edge"))
      } else {
        picture.rectangle(x: box.x, y: box.y, width: width, height: box.height, radius: 3, .init("body"))
      }
      for (line, text) in box.label.lines.enumerated() {
        var look = Picture.Look(text.style.isEmpty ? "line" : text.style)
        if let colour = names.colour(of: text.message) {
          look = Picture.Look(text.style + " id", [("color", colour)])
        }
        picture.text(text.text, x: box.x + 5, y: box.y + 14 + line * DrawingLayout.lineHeight, look)
      }
      picture.text("#\(place)", x: box.x + width - 4, y: box.y + 14, .init("number"))
    }
  }

  /// All that is known of an operation, for who points at it.
  private func title(of number: Int) -> String {
    let operation = history.operations[number]
    let isNamed = operation.call.messages.allSatisfy { names[$0.id] != "new" }
    let text = isNamed ? "\(operation)" : layout.boxes[number].label.lines.map(\.text).joined(separator: " ")
    return PictureText.fitting("#\(layout.excerpt.positions[number]): \(text)", columns: 600)
  }

  func drawMark(_ number: Int, into picture: inout Picture) {
    let position = layout.excerpt.positions[number]
    guard let violations = marks[position] else { return }
    let box = layout.boxes[number]
    let width = DrawingLanes.boxWidth
    picture.group(.init("marked", [("data-marked", "\(position)")])) { picture in
      picture.rectangle(
        x: box.x - 2, y: box.y - 2, width: width + 4, height: box.height + 4, radius: 4, .init("mark"))
      for (place, violation) in violations.reversed().enumerated() {
        // Between what is called and the operation's number.
        let x = box.x + width - 46 - place * 17
        picture.circle(x, box.y, radius: 8, .init("badge"))
        picture.text("\(violation)", x: x, y: box.y + 4, .init("badge-text"))
      }
    }
  }
}
