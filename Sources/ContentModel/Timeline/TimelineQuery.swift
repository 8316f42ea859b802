internal import DisplayTypes

/// A question about one moment.
package struct TimelineQuery {
  let time: WallTime
  let context: TimelineContext

  /// What a content shows, in a turn of what plays it.
  func moment(of content: ContentDescription, in turn: TimelineTurn) -> TimelineMoment {
    content.value.moment(in: self, turn)
  }

  /// Nanoseconds of a slot, which is never shorter than an item may be.
  static func slot(_ milliseconds: Int) -> Int64 {
    Int64(max(PlaylistDescription.shortestItemMilliseconds, milliseconds)).multipliedSaturating(by: 1_000_000)
  }

  /// The item that fills the slot around this moment: its own, or the next one of the round that can be played.
  func play(
    _ rounds: PlaylistRounds, transition: (Int) -> TransitionDescription, name: (Int) -> String,
    inner: (Int, TimelineTurn) -> TimelineMoment
  ) -> TimelineMoment {
    guard let slot = rounds.slot(at: time) else { return TimelineMoment(.nothing([])) }
    var reasons: [(item: Int, why: [String])] = []
    // What cannot be played now may be playable later, and not only when a file changes: a schedule.
    var since: WallTime?
    var until: WallTime?
    for step in 0..<rounds.count {
      let item = slot.order.item(at: slot.place + step)
      let played = inner(item, TimelineTurn(begin: slot.begin, number: slot.round, length: slot.length))
      if case .nothing(let why) = played.leaf {
        reasons.append((item, why))
        since = later(since, played.since)
        until = earlier(until, played.until)
        continue
      }
      var moment = placed(
        played, named: name(item), began: slot.begin, since: later(slot.since, since),
        until: earlier(slot.until, until),
        transition: transition(item))
      moment.skipped = reasons.flatMap(\.why) + moment.skipped
      return moment
    }
    // The same in every slot: nothing changes until a file does.
    reasons.sort { $0.item < $1.item }
    return TimelineMoment(.nothing(reasons.flatMap(\.why)), since: since, until: until)
  }

  /// A moment as what plays it sees it: within its turn, with the turn's name and transition.
  ///
  /// `began` tells the turn from others; `since` and `until` are its part that lies around this moment.
  func placed(
    _ inner: TimelineMoment, named name: String, began: WallTime?, since: WallTime?, until: WallTime?,
    transition: TransitionDescription
  ) -> TimelineMoment {
    var moment = inner
    moment.item = inner.item.isEmpty ? name : "\(name)/\(inner.item)"
    moment.turn = inner.turn ?? began
    moment.until = earlier(inner.until, until)
    if let since, inner.since.map({ $0 <= since }) ?? true {
      moment.since = since
      moment.transition = transition
    }
    return moment
  }

  /// The one that comes first; nil is without end.
  func earlier(_ left: WallTime?, _ right: WallTime?) -> WallTime? {
    guard let left else { return right }
    guard let right else { return left }
    return min(left, right)
  }

  /// The one that comes last; nil is for ever since.
  func later(_ left: WallTime?, _ right: WallTime?) -> WallTime? {
    guard let left else { return right }
    guard let right else { return left }
    return max(left, right)
  }
}

/// The turn that a content has in what plays it.
package struct TimelineTurn {
  /// When it began; nil for content that is in nothing, and for what goes on over its turns.
  var begin: WallTime?
  /// Which one it is: a shuffled playlist in it begins with the order of this number.
  var number: Int64
  /// How long it lasts as a rule, in nanoseconds; nil without end.
  var length: Int64?

  /// Content that is in nothing.
  static let outermost = TimelineTurn(begin: nil, number: 0, length: nil)
}

extension Array where Element == String {
  /// These sentences where they are few, else the first, and how many more there are.
  public var firstFew: [String] {
    let most = 10
    return count <= most ? self : prefix(most) + ["and \(count - most) more"]
  }
}
