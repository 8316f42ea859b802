internal import DisplayTypes

/// The frame of a picture that a screen showed last, from which follows which one it shows at another time.
///
/// Pure.
struct ShownFrame: Hashable {
  /// The refresh that it was drawn for.
  var target: MonotonicTime
  /// Its number, counted from the picture's first.
  var number: UInt64

  /// The number of the frame that is on the screen at `time`, where one comes with every refresh.
  ///
  /// - Parameters:
  ///   - interval: from one refresh of that screen to the next, in nanoseconds.
  ///   - limit: so many frames may come after this one; a screen that stands still does not get ahead of itself.
  func number(at time: MonotonicTime, interval: UInt64, limit: UInt64) -> UInt64 {
    guard interval > 0 else { return number }
    // Predicted refreshes are not exact: one that comes an eighth of a refresh later counts as there.
    let slack = interval / 8
    if time.advanced(by: slack) >= target {
      return number &+ min(time.advanced(by: slack).nanoseconds(since: target) / interval, limit)
    }
    let early = target.nanoseconds(since: time.advanced(by: slack))
    let behind = early / interval + (early % interval == 0 ? 0 : 1)
    return number - min(behind, number)
  }
}
