internal import Composition
internal import DisplayTypes

/// The tree on one screen, and its current moment. It runs or is held, and another tree may wait for its refresh. Pure. It does not
/// allocate for a frame.
struct LayerTreePlayback {
  private(set) var tree = LayerTree()
  var upcoming: UpcomingPicture?
  /// The held picture, with the tree to show after the hold; nil while the picture runs.
  private var frozen: FrozenPicture?
  private var frameNumber: UInt64 = 0
  /// The last resolved frame of the tree; nil before the first.
  private var resolved: ShownFrame?
  /// Whether animations of the tree begin with its first refresh, which is yet to come.
  private var awaitsRefresh = false

  var isFrozen: Bool { frozen != nil }

  mutating func show(_ tree: LayerTree) {
    self.tree = tree
    frameNumber = 0
    resolved = nil
    awaitsRefresh = tree.awaitsRefresh
  }

  /// Records that another tree has started with a modeset, which showed its first frame. A tree that waits for the end of the hold was for
  /// the previous mode.
  mutating func wasSet(_ tree: LayerTree, at time: MonotonicTime) {
    self.tree = tree
    frameNumber = 1
    resolved = ShownFrame(target: time, number: 0)
    tree.startAnimations(at: time)
    awaitsRefresh = false
    frozen?.pending = nil
  }

  /// Records a refresh with the last resolved frame. The first frame of animations is one refresh ahead of their begin, so that it differs
  /// from the picture before.
  mutating func presented(at time: MonotonicTime, interval: UInt64) {
    guard awaitsRefresh, resolved != nil else { return }
    tree.startAnimations(at: time.reversed(by: interval))
    awaitsRefresh = false
  }

  /// If the waiting tree's refresh is before a time, shows and returns the tree.
  mutating func takeUpcoming(before time: MonotonicTime) -> UpcomingPicture? {
    guard let picture = upcoming, picture.moment < time else { return nil }
    upcoming = nil
    show(picture.tree)
    return picture
  }

  /// Holds the last resolved frame, or without one the frame of the next refresh.
  mutating func freeze(at target: MonotonicTime) {
    frozen = FrozenPicture(
      moment: PictureMoment(time: resolved?.target ?? target, frameNumber: resolved?.number ?? frameNumber))
  }

  /// Stores a tree for the end of the hold; the newest counts.
  mutating func wait(_ geometry: OutputGeometry, _ tree: LayerTree) { frozen?.pending = (geometry, tree) }

  /// Ends the hold; returns the tree that waited.
  mutating func thaw() -> (OutputGeometry, LayerTree)? {
    defer { frozen = nil }
    return frozen?.pending
  }

  /// The moment on the screen at a time, with one frame for each `interval` and at most `limit` more frames than now.
  func moment(at time: MonotonicTime, interval: UInt64, limit: UInt64) -> PictureMoment {
    frozen?.moment
      ?? PictureMoment(time: time, frameNumber: resolved?.number(at: time, interval: interval, limit: limit) ?? 0)
  }

  /// Makes the next frame, for the refresh at `target`.
  ///
  /// - Parameters:
  ///   - interval: the time from one refresh to the next, in nanoseconds.
  ///   - followed: the moment on a mirrored screen at that time, which counts unless this screen is held.
  ///   - viewer: the screen, with its last frame.
  mutating func resolve(
    for geometry: OutputGeometry, at target: MonotonicTime, interval: UInt64, as followed: PictureMoment?,
    viewer: SurfaceViewer, into frame: inout ResolvedFrame
  ) {
    let moment = frozen?.moment ?? followed ?? PictureMoment(time: target, frameNumber: frameNumber)
    tree.resolve(
      for: geometry, at: moment.time, frameNumber: moment.frameNumber, lead: awaitsRefresh ? interval : 0,
      viewer: viewer, into: &frame)
    resolved = ShownFrame(target: frozen?.moment.time ?? target, number: moment.frameNumber)
    frameNumber += 1
  }
}

/// The last frame of a picture on a screen, from which its frame at another time follows. Pure.
struct ShownFrame: Hashable {
  var target: MonotonicTime
  var number: UInt64

  /// The number of the frame on the screen at `time`, with one frame for every refresh.
  ///
  /// - Parameters:
  ///   - interval: the time from one refresh of that screen to the next, in nanoseconds.
  ///   - limit: the largest number of frames after this one, because a stopped screen does not advance.
  func number(at time: MonotonicTime, interval: UInt64, limit: UInt64) -> UInt64 {
    guard interval > 0 else { return number }
    // Predicted refreshes are not exact, so an eighth of a refresh later still counts.
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
  /// The time on the other screens. This screen shows the picture at the refresh nearest to it, and not earlier.
  var moment: MonotonicTime
}

struct PictureMoment: Hashable {
  var time: MonotonicTime
  var frameNumber: UInt64
}
