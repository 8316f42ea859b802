internal import DisplayTypes

/// The slots of a playlist in time. A slot belongs to a place in the round's order, whichever item fills it.
struct PlaylistRounds {
  /// The slots of the items, in nanoseconds.
  enum Lengths {
    case same(Int64, count: Int)
    case each([Int64])
  }

  struct Slot {
    /// The place in the round's order, from 0.
    var place: Int
    var order: RoundOrder
    var round: Int64
    /// The beginning of the slot, which also the first slot of all has.
    var begin: WallTime
    /// The beginning of its picture; nil for the first slot of all, which is shown even before its beginning.
    var since: WallTime?
    /// The beginning of the next slot; nil for the last slot.
    var until: WallTime?
    /// The length in nanoseconds.
    var length: Int64
  }

  let lengths: Lengths
  let isShuffled: Bool
  let repeats: PlaylistDescription.Repeat
  /// The beginning of the first round.
  let start: WallTime
  /// The number of the first round's order.
  private var firstRound: Int64

  /// Makes the rounds of a turn; an own `start` has priority over the begin of the turn. Each turn continues the orders of the turn before,
  /// so that a shuffled playlist differs each time.
  init(
    _ lengths: Lengths, isShuffled: Bool = false, repeats: PlaylistDescription.Repeat = .forever,
    start: WallTime? = nil, in turn: TimelineTurn
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

  var count: Int {
    switch lengths {
    case .same(_, let count): count
    case .each(let lengths): lengths.count
    }
  }

  var roundLength: Int64 {
    switch lengths {
    case .same(let length, let count): length.multipliedSaturating(by: Int64(count))
    case .each(let lengths): lengths.reduce(0) { $0.addedSaturating($1) }
    }
  }

  /// The slot at a moment; nil without items. Before the start it is the first slot, and after the last round the last one.
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

  /// The place at `rest` nanoseconds of a round, and the sum of the slots before it.
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

/// The order of a playlist's items in one round: their own order, or an order that follows from the round's number alone. A shuffled round
/// has each item once, and does not begin with the item that ended the round before. Two items alternate.
struct RoundOrder {
  private let count: Int
  private let shuffled: [Int32]

  /// - Parameter count: the number of items, at least 1.
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
    // The first draw of a round decides its last item. The exchange below never moves that item.
    var before = RoundRandom(round: round &- 1)
    if Int(order[0]) == before.number(below: count) { order.swapAt(0, 1) }
    shuffled = order
  }

  /// The item at a place, from 0; after the end, places continue at the beginning.
  func item(at place: Int) -> Int {
    let wrapped = place % count
    return shuffled.isEmpty ? wrapped : Int(shuffled[wrapped])
  }
}

/// The random numbers of a round, which are the same on every box and processor. SplitMix64 (Steele, Lea, Flood: Fast Splittable
/// Pseudorandom Number Generators, 2014), started with the round's number.
struct RoundRandom {
  private var state: UInt64

  init(round: Int64) {
    state = UInt64(bitPattern: round) &* 0xD134_2543_DE82_EF95
    _ = next()
  }

  /// A number from 0 to `bound - 1`; `bound` must be at least 1.
  mutating func number(below bound: Int) -> Int { Int(next().multipliedFullWidth(by: UInt64(bound)).high) }

  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension Int64 {
  /// The sum of two numbers that are not negative, at most `Int64.max`.
  func addedSaturating(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }

  /// The product of two numbers that are not negative, at most `Int64.max`.
  func multipliedSaturating(by other: Int64) -> Int64 {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? .max : product
  }

  /// The quotient, rounded down, for a divisor above 0.
  package func dividedDown(by divisor: Int64) -> Int64 {
    let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? quotient - 1 : quotient
  }
}
