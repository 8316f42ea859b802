internal import Composition
internal import DisplayTypes

/// What one screen shows: which tree, and which moment of it.
///
/// It goes on, or is held; another may wait for its refresh. Pure. Allocates nothing for a frame.
struct LayerTreePlayback {
  private(set) var tree = LayerTree()
  /// What is shown as soon as the refresh is there for which it waits.
  var upcoming: UpcomingPicture?
  /// What is shown once it is thawed; nil while it is not frozen.
  private var frozen: FrozenPicture?
  /// Of the next frame.
  private var frameNumber: UInt64 = 0
  /// The last frame of the tree that was resolved; nil before its first.
  private var resolved: ShownFrame?

  /// Whether it is held.
  var isFrozen: Bool { frozen != nil }

  /// Another tree begins.
  mutating func show(_ tree: LayerTree) {
    self.tree = tree
    frameNumber = 0
    resolved = nil
  }

  /// Another tree has begun with a modeset, which had its first frame; what waits for the thaw was for the mode before.
  mutating func wasSet(_ tree: LayerTree, at time: MonotonicTime) {
    self.tree = tree
    frameNumber = 1
    resolved = ShownFrame(target: time, number: 0)
    frozen?.pending = nil
  }

  /// Shows what waits for a refresh, and gives it out, where that refresh is before a time.
  mutating func takeUpcoming(before time: MonotonicTime) -> UpcomingPicture? {
    guard let picture = upcoming, picture.moment < time else { return nil }
    upcoming = nil
    show(picture.tree)
    return picture
  }

  /// Holds the frame that was resolved last; where there is none, the one of the next refresh.
  mutating func freeze(at target: MonotonicTime) {
    frozen = FrozenPicture(
      moment: PictureMoment(time: resolved?.target ?? target, frameNumber: resolved?.number ?? frameNumber))
  }

  /// A tree is shown once it is thawed; the newest counts.
  mutating func wait(_ geometry: OutputGeometry, _ tree: LayerTree) { frozen?.pending = (geometry, tree) }

  /// It is held no more; the result is what was waiting for that.
  mutating func thaw() -> (OutputGeometry, LayerTree)? {
    defer { frozen = nil }
    return frozen?.pending
  }

  /// Which moment is on the screen at a time, where a frame comes every `interval`, and at most `limit` more than there were.
  func moment(at time: MonotonicTime, interval: UInt64, limit: UInt64) -> PictureMoment {
    frozen?.moment
      ?? PictureMoment(time: time, frameNumber: resolved?.number(at: time, interval: interval, limit: limit) ?? 0)
  }

  /// Makes the next frame, for the refresh at `target`.
  ///
  /// - Parameter followed: the moment that another screen shows then, which counts unless this one is held.
  mutating func resolve(
    for geometry: OutputGeometry, at target: MonotonicTime, as followed: PictureMoment?, into frame: inout ResolvedFrame
  ) {
    let moment = frozen?.moment ?? followed ?? PictureMoment(time: target, frameNumber: frameNumber)
    tree.resolve(for: geometry, at: moment.time, frameNumber: moment.frameNumber, into: &frame)
    resolved = ShownFrame(target: frozen?.moment.time ?? target, number: moment.frameNumber)
    frameNumber += 1
  }
}

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

/// The moment at which a screen was frozen, and the picture that waits for the thaw.
struct FrozenPicture {
  var moment: PictureMoment
  var pending: (OutputGeometry, LayerTree)?
}

/// A picture that waits for the refresh at which those of other screens are shown.
struct UpcomingPicture {
  var geometry: OutputGeometry
  var tree: LayerTree
  var request: RequestID?
  /// When the other screens show theirs: the refresh nearest to it, and none before, is this one's.
  var moment: MonotonicTime
}

/// A moment of a picture.
struct PictureMoment: Hashable {
  var time: MonotonicTime
  /// Its frame, counted from the picture's first.
  var frameNumber: UInt64
}
