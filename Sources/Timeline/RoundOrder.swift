/// The order of a playlist's items in one round: their own, or one that follows from the round's number alone.
///
/// A shuffled round has every item once, and does not begin with the item that ended the round before. Two items alternate.
struct RoundOrder {
  private let count: Int
  private let shuffled: [Int32]

  /// The order of `count` items, at least one, in the round of that number.
  init(count: Int, round: Int64, isShuffled: Bool) {
    self.count = count
    guard isShuffled, count > 2, count <= Int32.max else {
      shuffled = []
      return
    }
    var random = RoundRandom(round: round)
    var order = (0..<Int32(count)).map { $0 }
    for index in stride(from: count - 1, to: 0, by: -1) {
      order.swapAt(index, random.number(below: index + 1))
    }
    // The first draw of a round decides which item is its last, and the exchange below never moves that one.
    var before = RoundRandom(round: round &- 1)
    if Int(order[0]) == before.number(below: count) { order.swapAt(0, 1) }
    shuffled = order
  }

  /// The item at a place of the round, both from 0; places go on round the end.
  func item(at place: Int) -> Int {
    let wrapped = place % count
    return shuffled.isEmpty ? wrapped : Int(shuffled[wrapped])
  }
}
