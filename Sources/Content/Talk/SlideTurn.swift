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
  }

  private var page: Page?
  private var running: Running?

  private struct Running {
    let motion: TransitionMotion
    let former: LayerTree
  }

  /// The moment from which the running transition can be dropped; nil without one.
  var settles: MonotonicTime? { running.map { $0.motion.end.advanced(by: ShownItems.patience) } }

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
      if let settles, settles <= now { running = nil }
      return
    }
    let motion = TransitionMotion(transition, start: now, size: next.geometry.size, isReduced: false)
    running = next.number > page.number && motion.length > 0 ? Running(motion: motion, former: page.tree) : nil
  }

  /// The layers of the shown page, and of the page before while it is visible.
  var layers: [Layer] {
    guard let page else { return [] }
    guard let running else { return page.tree.layers }
    let motion = running.motion
    return [
      ShownItem.layer(of: running.former, on: page.geometry, animations: motion.outgoing),
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
