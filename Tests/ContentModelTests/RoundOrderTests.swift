import Testing

@testable import ContentModel

@Suite struct RoundOrderTests {
  @Test(arguments: [3, 4, 7, 100, 1000]) func everyRoundHasEveryItemOnce(count: Int) {
    for round in Int64(0)..<20 {
      let order = RoundOrder(count: count, round: round, isShuffled: true)
      #expect(Set((0..<count).map { order.item(at: $0) }) == Set(0..<count))
    }
  }

  @Test(arguments: [1, 2, 3, 4, 7]) func noItemComesTwiceInARow(count: Int) {
    for round in Int64(-500)..<500 {
      let before = RoundOrder(count: count, round: round - 1, isShuffled: true)
      let order = RoundOrder(count: count, round: round, isShuffled: true)
      #expect(count == 1 || before.item(at: count - 1) != order.item(at: 0), "round \(round)")
    }
  }

  @Test func allOrdersComeAboutAsOften() {
    var found: [[Int]: Int] = [:]
    for round in Int64(0)..<6000 {
      let order = RoundOrder(count: 3, round: round, isShuffled: true)
      found[(0..<3).map { order.item(at: $0) }, default: 0] += 1
    }
    #expect(found.count == 6)
    #expect(found.values.allSatisfy { (800...1200).contains($0) }, "\(found)")
  }

  /// Boxes with different versions of Marquee show the same: the order of a round never changes again.
  @Test func anOrderIsTheSameForEver() {
    let orders = [Int64(0), 1, 178_000_000].map { round in
      let order = RoundOrder(count: 8, round: round, isShuffled: true)
      return (0..<8).map { order.item(at: $0) }
    }
    #expect(orders == Self.known)
  }

  private static let known = [[2, 7, 4, 1, 6, 5, 0, 3], [2, 6, 3, 0, 1, 4, 7, 5], [5, 3, 4, 6, 0, 7, 1, 2]]

  @Test func withoutShuffleItIsTheirOwn() {
    let order = RoundOrder(count: 5, round: 9, isShuffled: false)
    #expect((0..<7).map { order.item(at: $0) } == [0, 1, 2, 3, 4, 0, 1])
  }
}
