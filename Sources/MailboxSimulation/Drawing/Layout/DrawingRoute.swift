/// A line of straight pieces with round corners.
struct DrawingRoute {
  struct Point: Equatable {
    var x: Int
    var y: Int
  }

  let points: [Point]

  init(_ points: [Point]) {
    // Two equal points have no direction.
    self.points = points.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }

  private static let radius = 8

  /// As SVG writes it.
  var data: String {
    guard let first = points.first, let last = points.last else { return "" }
    var data = "M\(first.x) \(first.y)"
    for place in points.indices.dropFirst().dropLast() {
      let corner = points[place]
      let before = Self.towards(points[place - 1], from: corner)
      let after = Self.towards(points[place + 1], from: corner)
      data += " L\(before.x) \(before.y) Q\(corner.x) \(corner.y) \(after.x) \(after.y)"
    }
    return data + " L\(last.x) \(last.y)"
  }

  private static func towards(_ other: Point, from corner: Point) -> Point {
    func step(_ distance: Int) -> Int { distance.signum() * min(radius, abs(distance) / 2) }
    return Point(x: corner.x + step(other.x - corner.x), y: corner.y + step(other.y - corner.y))
  }
}
