internal import DisplayTypes

package struct TimelineQuery {
  let time: WallTime
  let context: TimelineContext

  func moment(of content: ContentDescription, in turn: TimelineTurn) -> TimelineMoment {
    content.value.moment(in: self, turn)
  }

  /// A slot in nanoseconds, which is at least the shortest time of an item.
  static func slot(_ milliseconds: Int) -> Int64 {
    Int64(max(PlaylistDescription.shortestItemMilliseconds, milliseconds)).multipliedSaturating(by: 1_000_000)
  }

  /// The item that fills the slot at this moment: its own item, or the next item of the round that can be played.
  func play(
    _ rounds: PlaylistRounds, transition: (Int) -> TransitionDescription, name: (Int) -> String,
    inner: (Int, TimelineTurn) -> TimelineMoment
  ) -> TimelineMoment {
    guard let slot = rounds.slot(at: time) else { return TimelineMoment(leaf: .nothing([])) }
    var reasons: [(item: Int, why: [String])] = []
    // An item that cannot be played may be playable later without a change of a file, if it is a schedule.
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
        until: earlier(slot.until, until), transition: transition(item))
      moment.skipped = reasons.flatMap(\.why) + moment.skipped
      return moment
    }
    // The reasons are equal in every slot, so nothing changes until a file does.
    reasons.sort { $0.item < $1.item }
    return TimelineMoment(leaf: .nothing(reasons.flatMap(\.why)), since: since, until: until)
  }

  /// A moment of an item in the content that encloses it: within its turn, with the turn's name and transition. `began` identifies the
  /// turn. `since` and `until` bound the part of the turn at this moment.
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

  /// The earlier of two ends; nil means no end.
  func earlier(_ left: WallTime?, _ right: WallTime?) -> WallTime? { [left, right].compactMap(\.self).min() }

  /// The later of two beginnings; nil means no beginning.
  func later(_ left: WallTime?, _ right: WallTime?) -> WallTime? { [left, right].compactMap(\.self).max() }
}

/// The turn of content in the content that encloses it.
package struct TimelineTurn {
  /// The beginning of the turn; nil for content that nothing encloses, or that continues over its turns.
  var begin: WallTime?
  /// The number of the order with which a shuffled playlist begins.
  var number: Int64
  /// The usual length in nanoseconds; nil if it is endless.
  var length: Int64?

  static let outermost = TimelineTurn(begin: nil, number: 0, length: nil)
}

extension Array where Element == String {
  /// All sentences if there are few, otherwise the first ones and the number of the others.
  package var firstFew: [String] {
    let most = 10
    return count <= most ? self : prefix(most) + ["and \(count - most) more"]
  }
}
