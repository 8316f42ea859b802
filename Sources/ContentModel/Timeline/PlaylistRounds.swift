internal import DisplayTypes

/// The slots of a playlist in time: which one lies around a moment.
///
/// A slot belongs to a place of the round's order. Which item fills it decides nothing about where it lies.
struct PlaylistRounds {
  /// How long the items' slots are, in nanoseconds, by the item.
  enum Lengths {
    case same(Int64, count: Int)
    case each([Int64])
  }

  /// A slot, and what it needs to be filled.
  struct Slot {
    /// From 0.
    var place: Int
    /// The round's order.
    var order: RoundOrder
    /// The number of the round's order.
    var round: Int64
    /// When it begins, the first one too.
    var begin: WallTime
    /// From when on it is shown: the first one for ever since.
    var since: WallTime?
    /// When the next one begins; nil for the last one.
    var until: WallTime?
    /// How long it is, in nanoseconds.
    var length: Int64
  }

  let lengths: Lengths
  let isShuffled: Bool
  let repeats: PlaylistDescription.Repeat
  /// When the first round begins.
  let start: WallTime
  /// The number of the first round's order.
  private var firstRound: Int64

  /// Makes the rounds of a playlist that is played in a turn of something else; its own start goes before the turn's.
  ///
  /// Every turn goes on with the orders where the one before ended, so that a shuffled playlist is another one each time.
  init(
    _ lengths: Lengths, isShuffled: Bool = false, repeats: PlaylistDescription.Repeat = .forever,
    start: WallTime? = nil,
    in turn: TimelineTurn
  ) {
    self.lengths = lengths
    self.isShuffled = isShuffled
    self.repeats = repeats
    self.start = start ?? turn.begin ?? .epoch
    firstRound = 0
    let round = roundLength
    if isShuffled, round > 0, let length = turn.length {
      firstRound = turn.number &* max(1, length.addedSaturating(round - 1) / round)
    }
  }

  /// How many items there are.
  var count: Int {
    switch lengths {
    case .same(_, let count): count
    case .each(let lengths): lengths.count
    }
  }

  /// How long a round is.
  var roundLength: Int64 {
    switch lengths {
    case .same(let length, let count): length.multipliedSaturating(by: Int64(count))
    case .each(let lengths): lengths.reduce(0) { $0.addedSaturating($1) }
    }
  }

  /// The slot around a moment: before the start the first one, and after the last round the last one; nil where there are no items.
  func slot(at time: WallTime) -> Slot? {
    let total = roundLength
    guard count > 0, total > 0 else { return nil }
    let elapsed = max(0, time.nanoseconds(since: start))
    var round = elapsed / total
    var rest = elapsed % total
    var isLastRound = false
    if case .times(let times) = repeats {
      let last = Int64(max(1, times)) - 1
      isLastRound = round >= last
      if round > last {
        round = last
        rest = total - 1
      }
    }
    let number = firstRound &+ round
    let order = RoundOrder(count: count, round: number, isShuffled: isShuffled)
    let (place, before) = place(at: rest, in: order)
    let length = length(of: order.item(at: place))
    let begin = start.advanced(by: total.multipliedSaturating(by: round)).advanced(by: before)
    return Slot(
      place: place, order: order, round: number, begin: begin, since: round == 0 && place == 0 ? nil : begin,
      until: isLastRound && place == count - 1 ? nil : begin.advanced(by: length), length: length)
  }

  /// The place around so many nanoseconds of a round, and how long the slots before it are together.
  private func place(at rest: Int64, in order: RoundOrder) -> (place: Int, before: Int64) {
    if case .same(let length, let count) = lengths {
      let place = min(Int(rest / length), count - 1)
      return (place, Int64(place) * length)
    }
    var before: Int64 = 0
    for place in 0..<count - 1 {
      let end = before.addedSaturating(length(of: order.item(at: place)))
      if rest < end { return (place, before) }
      before = end
    }
    return (count - 1, before)
  }

  private func length(of item: Int) -> Int64 {
    switch lengths {
    case .same(let length, _): length
    case .each(let lengths): lengths[item]
    }
  }
}

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

/// The numbers that shuffle a round: the same on every box, whatever its processor.
///
/// SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014), begun with the round's number.
struct RoundRandom {
  private var state: UInt64

  init(round: Int64) {
    state = UInt64(bitPattern: round) &* 0xD134_2543_DE82_EF95
    _ = next()
  }

  /// A number from 0 to below `bound`, which is at least 1.
  mutating func number(below bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension Int64 {
  /// The sum of two numbers that are not negative; the largest number where it is larger.
  func addedSaturating(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }

  /// The product of two numbers that are not negative; the largest number where it is larger.
  func multipliedSaturating(by other: Int64) -> Int64 {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? .max : product
  }

  /// The quotient, rounded down, for a divisor above 0.
  func dividedDown(by divisor: Int64) -> Int64 {
    let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? quotient - 1 : quotient
  }
}
