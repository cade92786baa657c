import AppGroupMailbox
import MailboxSimulation
import Testing

struct OrderedListTests {
  @Test(arguments: [1, 2, 3] as [UInt64], [3, 5_000])
  func `Random changes leave what a sorted array would hold`(seed: UInt64, values: Int) {
    var random = SplitMix64(seed: seed)
    var sorted = (0..<2_000).map { _ in Int.random(in: 0..<values, using: &random) }
    var list = OrderedList(sorted)
    sorted.sort()
    for _ in 0..<4_000 {
      let value = Int.random(in: 0..<values, using: &random)
      if Bool.random(using: &random) {
        list.insert(value)
        sorted.insert(value, at: sorted.firstIndex { $0 >= value } ?? sorted.count)
      } else {
        let position = sorted.firstIndex(of: value)
        let wasThere = list.remove(value)
        #expect(wasThere == (position != nil))
        if let position { sorted.remove(at: position) }
      }
      #expect(list.count == sorted.count && list.first == sorted.first && list.last == sorted.last)
    }
    #expect(list.prefix(.max) == sorted)
    for length in [0, 1, 255, 256, 257, 700] { #expect(list.prefix(length) == Array(sorted.prefix(length))) }
    for value in [-1, 0, 1, values / 2, values] {
      #expect(list.prefix(300, after: value) == Array(sorted.filter { $0 > value }.prefix(300)))
    }
  }

  @Test func `A list that is emptied from either end can be filled again`() {
    var list = OrderedList(Array(0..<3_000))
    for value in Array(0..<1_500) + (1_500..<3_000).reversed() {
      let wasThere = list.remove(value)
      #expect(wasThere)
    }
    #expect(list.count == 0 && list.first == nil && list.last == nil && list.prefix(.max) == [])
    let isThere = list.remove(7)
    #expect(!isThere)
    list.insert(7)
    #expect(list.prefix(.max) == [7])
  }
}
