internal import Composition
internal import DisplayTypes

/// The tree on one screen, and its current moment.
///
/// It runs or is held; another tree may wait for its refresh. Pure. It allocates nothing for a frame.
struct LayerTreePlayback {
  private(set) var tree = LayerTree()
  var upcoming: UpcomingPicture?
  /// The tree to show after the thaw; nil while it is not frozen.
  private var frozen: FrozenPicture?
  private var frameNumber: UInt64 = 0
  /// The last frame of the tree that was resolved; nil before its first.
  private var resolved: ShownFrame?

  var isFrozen: Bool { frozen != nil }

  mutating func show(_ tree: LayerTree) {
    self.tree = tree
    frameNumber = 0
    resolved = nil
  }

  /// Another tree has started with a modeset, which had its first frame; a tree that waits for the thaw was for the previous mode.
  mutating func wasSet(_ tree: LayerTree, at time: MonotonicTime) {
    self.tree = tree
    frameNumber = 1
    resolved = ShownFrame(target: time, number: 0)
    frozen?.pending = nil
  }

  /// Shows the waiting tree, and returns it, if its refresh is before a time.
  mutating func takeUpcoming(before time: MonotonicTime) -> UpcomingPicture? {
    guard let picture = upcoming, picture.moment < time else { return nil }
    upcoming = nil
    show(picture.tree)
    return picture
  }

  /// Holds the last resolved frame; if there is none, that of the next refresh.
  mutating func freeze(at target: MonotonicTime) {
    frozen = FrozenPicture(
      moment: PictureMoment(time: resolved?.target ?? target, frameNumber: resolved?.number ?? frameNumber))
  }

  /// The newest counts.
  mutating func wait(_ geometry: OutputGeometry, _ tree: LayerTree) { frozen?.pending = (geometry, tree) }

  /// Ends the hold; returns the tree that waited.
  mutating func thaw() -> (OutputGeometry, LayerTree)? {
    defer { frozen = nil }
    return frozen?.pending
  }

  /// The moment on the screen at a time, with a frame every `interval`, and at most `limit` more frames than so far.
  func moment(at time: MonotonicTime, interval: UInt64, limit: UInt64) -> PictureMoment {
    frozen?.moment
      ?? PictureMoment(time: time, frameNumber: resolved?.number(at: time, interval: interval, limit: limit) ?? 0)
  }

  /// Makes the next frame, for the refresh at `target`.
  ///
  /// - Parameter followed: the moment on another screen then, which counts unless this one is held.
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
  var target: MonotonicTime
  var number: UInt64

  /// The number of the frame on the screen at `time`, with one frame for every refresh.
  ///
  /// - Parameters:
  ///   - interval: from one refresh of that screen to the next, in nanoseconds.
  ///   - limit: so many frames may come after this one; a screen that has stopped does not advance.
  func number(at time: MonotonicTime, interval: UInt64, limit: UInt64) -> UInt64 {
    guard interval > 0 else { return number }
    // Predicted refreshes are not exact: an eighth of a refresh later still counts.
    let slack = interval / 8
    if time.advanced(by: slack) >= target {
      return number &+ min(time.advanced(by: slack).nanoseconds(since: target) / interval, limit)
    }
    let early = target.nanoseconds(since: time.advanced(by: slack))
    let behind = early / interval + (early % interval == 0 ? 0 : 1)
    return number - min(behind, number)
  }
}

struct FrozenPicture {
  var moment: PictureMoment
  var pending: (OutputGeometry, LayerTree)?
}

struct UpcomingPicture {
  var geometry: OutputGeometry
  var tree: LayerTree
  var request: RequestID?
  /// The time of the other screens: the nearest refresh to it, and none before, is this one's.
  var moment: MonotonicTime
}

struct PictureMoment: Hashable {
  var time: MonotonicTime
  var frameNumber: UInt64
}
