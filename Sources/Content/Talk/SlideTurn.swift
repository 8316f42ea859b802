internal import Composition
internal import ContentModel
internal import DisplayTypes
internal import Presentation
internal import Rasterizing

/// The slide on one screen, with the transition to it. A new slide ends the running transition, so that a press never waits. The picture of
/// the slide before is held until the transition ends.
struct SlideTurn {
  /// A page that is shown as the due slide.
  struct Page {
    let number: Int
    let geometry: OutputGeometry
    let picture: CachedPicture
    let tree: LayerTree
    /// The visible videos of the slide, which play until the slide is no longer visible.
    let videos: [SlideVideoPlayer]
  }

  private var page: Page?
  private var running: Running?

  /// Begins with its first refresh, however late that is.
  private struct Running {
    let motion: TransitionMotion
    let origin: AnimationOrigin
    let former: Page
    let laidOut: MonotonicTime

    /// The moment from which the transition can be dropped.
    func settles(at now: MonotonicTime) -> MonotonicTime {
      let rest = motion.length + ShownItems.patience
      if let start = origin.time { return start.advanced(by: rest) }
      let usual = laidOut.advanced(by: rest)
      return usual > now ? usual : usual.advanced(by: SlideTurn.patience)
    }
  }

  /// The nanoseconds for which the slide before is held at most if no refresh shows the transition.
  private static let patience: UInt64 = 2_000_000_000

  /// The moment at which to lay the running transition out again, so that it can be dropped; nil without one.
  func settles(at now: MonotonicTime) -> MonotonicTime? { running?.settles(at: now) }

  /// Forgets the slide, because it is not visible any more. The next slide has no transition.
  mutating func forget() {
    page = nil
    running = nil
  }

  /// Shows a page from now on. Only a page after the shown one has a transition.
  mutating func show(_ next: Page, by transition: TransitionDescription, at now: MonotonicTime) {
    defer { page = next }
    guard let page, page.geometry == next.geometry else { return running = nil }
    guard page.picture !== next.picture else {
      if let running, running.settles(at: now) <= now { self.running = nil }
      return
    }
    let origin = AnimationOrigin()
    let motion = TransitionMotion(transition, origin: origin, size: next.geometry.size)
    let isTurn = next.number > page.number && motion.length > 0
    running = isTurn ? Running(motion: motion, origin: origin, former: page, laidOut: now) : nil
  }

  /// The layers of the shown page, and of the page before while it is visible.
  var layers: [Layer] {
    guard let page else { return [] }
    guard let running else { return page.tree.layers }
    let motion = running.motion
    return [
      ShownItem.layer(of: running.former.tree, on: page.geometry, animations: motion.outgoing),
      ShownItem.layer(of: page.tree, on: page.geometry, animations: motion.incoming, counter: motion.counter),
    ]
  }
}

nonisolated extension TransitionDescription {
  /// A transition of a document, at the speed of the other transitions.
  init(_ transition: PageTransition) {
    let kind: Kind =
      switch transition.style {
      case .fade: .crossfade
      case .wipe: .wipe
      case .cover: .slide
      case .push: .push
      }
    let direction: Direction =
      switch transition.direction {
      case .left: .left
      case .right: .right
      case .up: .up
      case .down: .down
      }
    self.init(kind, milliseconds: transition.milliseconds, direction: direction)
  }
}
