internal import DisplayTypes
internal import Presentation

/// Calls back with each refresh of the screen that a scene is on, on the main thread, so that the scene can move by it.
///
/// It follows the scene to another screen or mode. While the scene waits in the background, or its screen is dark, it stands, and costs
/// nothing. It ends with its scene, with `invalidate`, or when nobody holds it any more.
public final class DisplayLink {
  /// Whether it stands although its scene is shown.
  public var isPaused = false {
    didSet { schedule() }
  }

  private weak var scene: Scene?
  private let range: ClosedRange<Double>?
  private var handler: ((DisplayLinkFrame) -> Void)?
  private var timer: (any DisplayTimer)?
  /// The refresh for which the last callback was.
  private var last = MonotonicTime.zero

  /// Makes a link that begins at once, where the scene is shown.
  ///
  /// - Parameters:
  ///   - hertz: how often it is to call back; the rate is one that divides the screen's, and never above the range. Nil: with every
  ///     refresh.
  ///   - handler: called on the main thread; what it commits is on the screen by the target's refresh.
  public init(scene: Scene, hertz: ClosedRange<Double>? = nil, handler: @escaping (DisplayLinkFrame) -> Void) {
    self.scene = scene
    range = hertz
    self.handler = handler
    scene.links.append(WeakLink(link: self))
    schedule()
  }

  /// Ends it; it holds the handler no longer.
  public func invalidate() {
    handler = nil
    timer = nil
    scene?.links.removeAll { $0.link == nil || $0.link === self }
  }

  /// Arms the timer for the next refresh of where the scene is now.
  func schedule() {
    guard handler != nil, let scene, !isPaused, let grid = scene.refreshes, let clock = scene.clock else {
      timer?.disarm()
      return
    }
    let timer = timer ?? clock.makeTimer { [weak self] in self?.fire() }
    self.timer = timer
    let schedule = LinkSchedule(grid, hertz: range)
    // The grid was moved a little: the refresh that was told already is not told again.
    timer.arm(at: schedule.next(after: max(clock.now, last.advanced(by: schedule.period / 2))))
  }

  private func fire() {
    guard let scene, !isPaused, let grid = scene.refreshes, let clock = scene.clock else { return }
    let frame = LinkSchedule(grid, hertz: range).frame(at: clock.now)
    last = frame.timestamp
    scene.wantsPhase = clock.now.nanoseconds(since: grid.anchor) > DisplayLink.phaseLifetime
    handler?(frame)
    schedule()
  }

  /// A screen's clock and ours part slowly: so long after the last flip whose time is known, another one's is asked for.
  private static let phaseLifetime: UInt64 = 1_000_000_000
}
