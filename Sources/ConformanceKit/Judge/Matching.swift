/// Pairs of things expected and things found: as many as there can be, whatever the order.
enum Matching {
  /// - Returns: For each of the first kind that has a partner, its partner.
  static func pairs(_ first: Int, _ second: Int, _ fit: (Int, Int) -> Bool) -> [Int: Int] {
    let fitting = (0..<first).map { one in (0..<second).filter { fit(one, $0) } }
    var partners: [Int: Int] = [:]
    for one in 0..<first {
      var seen: Set<Int> = []
      _ = place(one, fitting, &partners, &seen)
    }
    return Dictionary(uniqueKeysWithValues: partners.map { ($1, $0) })
  }

  /// Finds a partner, making others move on if need be.
  private static func place(
    _ one: Int, _ fitting: [[Int]], _ partners: inout [Int: Int], _ seen: inout Set<Int>
  ) -> Bool {
    for other in fitting[one] where seen.insert(other).inserted {
      guard let holder = partners[other] else {
        partners[other] = one
        return true
      }
      if place(holder, fitting, &partners, &seen) {
        partners[other] = one
        return true
      }
    }
    return false
  }
}
