public import DisplayTypes
internal import Presentation

/// Calls back with each refresh of a scene's screen, on the main thread, so that the scene can move in step with it. It follows the scene
/// to another screen or mode, and stops while the scene is not shown. It ends with its scene, with `invalidate`, or with its last
/// reference, so its maker keeps it.
public final class DisplayLink {
  /// Whether it makes no callbacks even if its scene is shown.
  public var isPaused = false {
    didSet { schedule() }
  }

  private weak var scene: Scene?
  private let range: ClosedRange<Double>?
  private var handler: ((DisplayLinkFrame) -> Void)?
  private var timer: (any DisplayTimer)?
  private var last = MonotonicTime.zero

  /// Makes a link that starts at once if the scene is shown.
  ///
  /// - Parameters:
  ///   - scene: the scene whose screen it follows; the link does not keep it alive.
  ///   - hertz: the range of rates. The link takes a rate that divides the screen's and is not above the range; nil takes every refresh.
  ///   - handler: called on the main thread; its commits are on the screen by the target's refresh.
  public init(scene: Scene, hertz: ClosedRange<Double>? = nil, handler: @escaping (DisplayLinkFrame) -> Void) {
    self.scene = scene
    range = hertz
    self.handler = handler
    scene.timing.links.append(WeakLink(link: self))
    schedule()
  }

  /// Ends the link, and releases the handler.
  public func invalidate() {
    handler = nil
    timer = nil
    scene?.timing.links.removeAll { $0.link == nil || $0.link === self }
  }

  /// Arms the timer for the next refresh of the scene's screen.
  func schedule() {
    guard handler != nil, let scene, !isPaused, let grid = scene.timing.grid, let clock = scene.timing.clock else {
      timer?.disarm()
      return
    }
    let timer = timer ?? clock.makeTimer { [weak self] in self?.fire() }
    self.timer = timer
    let schedule = LinkSchedule(grid, hertz: range)
    // If the grid moves a little, a refresh does not get a second callback.
    timer.arm(at: schedule.next(after: max(clock.now, last.advanced(by: schedule.period / 2))))
  }

  private func fire() {
    guard let scene, !isPaused, let grid = scene.timing.grid, let clock = scene.timing.clock else { return }
    let frame = LinkSchedule(grid, hertz: range).frame(at: clock.now)
    last = frame.timestamp
    scene.timing.wantsPhase = clock.now.nanoseconds(since: grid.anchor) > DisplayLink.phaseLifetime
    handler?(frame)
    schedule()
  }

  /// The time after the last flip with a known time; another flip is requested then, because clocks drift apart.
  private static let phaseLifetime: UInt64 = 1_000_000_000
}

/// The refreshes of a callback, on the monotonic clock.
public nonisolated struct DisplayLinkFrame: Hashable, Sendable {
  /// The refresh that has just happened.
  public var timestamp: MonotonicTime
  /// The refresh of the next callback. It shows a picture that is drawn now.
  public var targetTimestamp: MonotonicTime
}

struct WeakLink {
  weak var link: DisplayLink?
}

/// The times of a display link: each refresh, or one of several. Pure.
nonisolated struct LinkSchedule: Hashable {
  private let grid: RefreshGrid
  let period: UInt64

  /// Takes the highest rate that divides the screen's rate and is not above the range.
  init(_ grid: RefreshGrid, hertz range: ClosedRange<Double>?) {
    self.grid = RefreshGrid(anchor: grid.anchor, interval: max(1, grid.interval))
    let refresh = 1_000_000_000 / Double(self.grid.interval)
    let most = range?.upperBound ?? refresh
    // With rounding, 59.94 Hz is not above 59.9, and 60 Hz is not above 59.94.
    let quotient = (refresh / max(most, LinkSchedule.slowest) * 0.998).rounded(.up)
    period = self.grid.interval * UInt64(max(1, min(quotient, 1_000_000)))
  }

  /// The lowest rate: one callback in ten minutes.
  private static let slowest = 1.0 / 600

  func next(after time: MonotonicTime) -> MonotonicTime {
    guard time >= grid.anchor else { return grid.anchor }
    return grid.anchor.advanced(by: (time.nanoseconds(since: grid.anchor) / period + 1) * period)
  }

  /// The refreshes of a callback; a callback that is late by a refresh or more gets the newest.
  func frame(at now: MonotonicTime) -> DisplayLinkFrame {
    let next = next(after: now)
    return DisplayLinkFrame(timestamp: next.reversed(by: period), targetTimestamp: next)
  }
}

/// The refreshes of a screen.
nonisolated struct RefreshGrid: Hashable {
  /// The time of one refresh.
  var anchor: MonotonicTime
  /// The time between refreshes, in nanoseconds.
  var interval: UInt64
}

extension ScreenScenes {
  /// Reports the refreshes of the mode in force to the scenes that are shown.
  func updateRefreshes() {
    let shown = shownScenes
    for scene in scenes + system.applications.groups(on: self).flatMap(\.scenes)
    where !shown.contains(where: { $0 === scene }) {
      scene.timing.grid = nil
    }
    guard !coordinator.isStandIn, let mode = screen?.currentMode else { return }
    let grid = RefreshGrid(
      anchor: max(coordinator.lit?.time ?? .zero, presentation.lastPresented?.timestamp ?? .zero),
      interval: mode.refreshInterval)
    for scene in shown { scene.timing.grid = grid }
  }
}
