internal import DisplayTypes

/// The slots of a playlist in time: which one lies around a moment.
///
/// A slot belongs to a place of the round's order. Which item fills it decides nothing about where it lies.
struct Rounds {
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
    in turn: PlayTurn
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
