/// Values in order, in chunks: what is inserted or removed moves a few hundred others at most.
///
/// Equal values may be in it several times.
package struct OrderedList<Element: Comparable & Sendable>: Sendable {
  private var chunks: [[Element]] = []
  package private(set) var count = 0

  /// The longest chunk; the two halves of a longer one are two.
  private static var longest: Int { 512 }

  package init() {}

  /// - Complexity: O(*n* log *n*), and less where much is in order already.
  package init(_ elements: [Element]) {
    let sorted = elements.sorted()
    count = sorted.count
    chunks = stride(from: 0, to: count, by: Self.longest / 2).map {
      Array(sorted[$0..<min($0 + Self.longest / 2, count)])
    }
  }

  package var first: Element? { chunks.first?.first }
  package var last: Element? { chunks.last?.last }

  /// The first so many, or all; or the first behind a value.
  package func prefix(_ length: Int, after element: Element? = nil) -> [Element] {
    var result: [Element] = []
    result.reserveCapacity(min(length, count))
    for chunk in chunks[(element.map { self.chunk(of: $0) } ?? 0)...] {
      guard result.count < length else { break }
      let start = element.map { element in chunk.firstIndex { element < $0 } ?? chunk.count } ?? 0
      result += chunk[start...].prefix(length - result.count)
    }
    return result
  }

  /// - Complexity: O(log *n*), and moving part of a chunk.
  package mutating func insert(_ element: Element) {
    count += 1
    guard !chunks.isEmpty else { return chunks.append([element]) }
    let place = min(chunk(of: element), chunks.count - 1)
    chunks[place].insert(element, at: Self.position(of: element, in: chunks[place]))
    guard chunks[place].count > Self.longest else { return }
    let middle = chunks[place].count / 2
    let rest = Array(chunks[place][middle...])
    chunks[place].removeSubrange(middle...)
    chunks.insert(rest, at: place + 1)
  }

  /// Removes one of a value.
  ///
  /// - Returns: Whether there was one.
  /// - Complexity: O(log *n*), and moving part of a chunk.
  @discardableResult
  package mutating func remove(_ element: Element) -> Bool {
    let place = chunk(of: element)
    guard place < chunks.count else { return false }
    let position = Self.position(of: element, in: chunks[place])
    guard position < chunks[place].count, chunks[place][position] == element else { return false }
    chunks[place].remove(at: position)
    if chunks[place].isEmpty { chunks.remove(at: place) }
    count -= 1
    return true
  }

  /// The first chunk that does not end before a value; the number of chunks if all do.
  private func chunk(of element: Element) -> Int {
    var (low, high) = (0, chunks.count)
    while low < high {
      let middle = (low + high) / 2
      // None is empty.
      if chunks[middle][chunks[middle].count - 1] < element { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The first place in a chunk whose value is not smaller.
  private static func position(of element: Element, in chunk: [Element]) -> Int {
    var (low, high) = (0, chunk.count)
    while low < high {
      let middle = (low + high) / 2
      if chunk[middle] < element { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
