internal import Composition
internal import DisplayTypes

/// What one screen shows: which tree, and which moment of it.
///
/// It goes on, or is held; another may wait for its refresh. Pure. Allocates nothing for a frame.
struct ScreenPicture {
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
