internal import Composition
internal import DisplayTypes

/// Shows one screen's layer tree: resolves it, has the backend draw and flip it, and paces that.
///
/// Belongs to the display thread.
///
/// It knows one configuration at a time (mode, geometry, buffers) and draws only trees that were laid out for it.
final class Presenter {
  let screen: ScreenID
  private(set) var counters = PresentationCounters()
  /// Draws, flips and modesets that have ended, for the watchdog.
  private var steps: UInt64 = 0
  private let backend: any DisplayBackend
  private let report: (DisplayReport) -> Void
  private var configuration: PresenterConfiguration?
  private var reconfiguration: PendingConfiguration?
  private var tree = LayerTree()
  /// What is shown once it is thawed; nil while it is not frozen.
  private var frozen: FrozenPicture?
  private var redraw = RedrawState()
  private var queue = FlipQueue()
  private var frameClock = FrameClock(interval: 16_666_667, hasVBlank: true)
  private var shown = ResolvedFrame()
  private var next = ResolvedFrame()
  private var frameNumber: UInt64 = 0
  /// The last frame of the tree that was resolved; nil before its first.
  private var resolved: ShownFrame?
  /// What is shown as soon as the refresh is there for which it waits.
  private var upcoming: UpcomingPicture?
  /// The screen that is mirrored here.
  private weak var source: Presenter?
  private var requests = FrameRequests()
  private var items = PlayedItems()
  private var flipToken = CommitToken(rawValue: 0)
  private var plannedDrawTime = MonotonicTime.zero
  /// Since when the device has been too busy for a frame; nil while it is not.
  private var busySince: MonotonicTime?
  private var sequence: UInt64 = 0
  private var lastPresentation = MonotonicTime.zero
  private var lastIsEstimated = true
  /// Made once, so that arming them allocates nothing.
  private var drawTimer: (any DisplayTimer)?
  private var overdueTimer: (any DisplayTimer)?

  /// A flip that takes longer will not end by itself.
  private static let overdueAfter: UInt64 = 1_000_000_000

  init(screen: ScreenID, backend: any DisplayBackend, report: @escaping (DisplayReport) -> Void) {
    self.screen = screen
    self.backend = backend
    self.report = report
    drawTimer = backend.clock.makeTimer { [weak self] in self?.drawTimerFired() }
    overdueTimer = backend.clock.makeTimer { [weak self] in self?.flipOverdue() }
  }

  /// Whether a frame may come without another command.
  private var wantsMore: Bool {
    upcoming != nil || !isHeld && tree.isAnimated(at: frameClock.target)
  }

  /// Whether its picture does not move, here or where it comes from.
  private var isHeld: Bool { frozen != nil || source?.isHeld == true }

  /// Whether somebody looks at every frame.
  var isObserved: Bool { requests.isObserved }

  /// What it has done, for `status`.
  var figures: ScreenFigures {
    ScreenFigures(
      counters: counters,
      lastFrameAge: lastPresentation == .zero ? nil : backend.clock.now.nanoseconds(since: lastPresentation))
  }

  /// Whether its pixels get on.
  var vitals: ScreenVitals {
    ScreenVitals(steps: steps, isWaiting: redraw.phase != .idle || reconfiguration != nil)
  }

  func configure(_ token: CommitToken, mode: ScreenMode, geometry: OutputGeometry, tree: LayerTree) {
    standStill()
    var frame = ResolvedFrame()
    tree.resolve(for: geometry, at: backend.clock.now, frameNumber: 0, into: &frame)
    let whole = DamageRegion(PixelRect(size: geometry.mode))
    reconfiguration = PendingConfiguration(token: token, mode: mode, geometry: geometry, tree: tree, frame: frame)
    do throws(DisplayError) {
      try backend.commit(
        ScreenCommit(
          screen: screen, token: token, action: .configure(mode, bufferCount: 2), frame: frame, frameDamage: whole,
          bufferDamage: whole, capture: .hash), testOnly: false)
    } catch {
      finished(token, .failure(error))
    }
  }

  /// The modeset has ended.
  ///
  /// One that was overtaken changes nothing here; it is told like the others, since the device has answered.
  func finished(_ token: CommitToken, _ result: Result<CommitOutcome, DisplayError>) {
    guard let reconfiguration, reconfiguration.token == token else { return report(.configured(screen, token, result)) }
    self.reconfiguration = nil
    steps += 1
    switch result {
    case .success(let outcome):
      configuration = PresenterConfiguration(
        token: token, mode: reconfiguration.mode, geometry: reconfiguration.geometry, capabilities: outcome.capabilities
      )
      if outcome.wasModeset { counters.modesets += 1 }
      items.drew(reconfiguration.frame)
      tellItems(at: backend.clock.now, isEstimated: true)
      tree = reconfiguration.tree
      shown = reconfiguration.frame
      frameNumber = 1
      resolved = ShownFrame(target: backend.clock.now, number: 0)
      queue = FlipQueue(count: 2, size: reconfiguration.geometry.mode)
      frameClock = FrameClock(
        interval: reconfiguration.mode.refreshInterval, hasVBlank: outcome.capabilities.hasVBlank)
      frozen?.pending = nil
      report(.configured(screen, token, result))
      if wantsMore || requests.hasWaiting { apply(redraw.redrawRequested()) }
    case .failure:
      // The kernel keeps what was shown before, and so do we; a flip that was in flight has ended by now.
      _ = queue.flipped()
      report(.configured(screen, token, result))
      if configuration != nil, wantsMore || requests.hasWaiting { apply(redraw.redrawRequested()) }
    }
  }

  /// Shows a picture: with the next refresh, or with the one that other screens share.
  func present(_ order: PresentOrder, in shared: SharedRefresh? = nil) {
    guard let configuration, configuration.token == order.token, order.geometry.mode == configuration.mode.size,
      reconfiguration == nil
    else {
      if let request = order.request { report(.presented([request], record(.discarded))) }
      return
    }
    endUpcoming(.superseded)
    if let superseded = requests.takeWaiting() { report(.presented(superseded, record(.superseded))) }
    if let shared, frozen == nil {
      upcoming = UpcomingPicture(
        geometry: order.geometry, tree: order.tree, request: order.request,
        moment: shared.moment(every: frameClock.interval))
      return apply(redraw.redrawRequested())
    }
    if let request = order.request { requests.wait(request) }
    if frozen != nil {
      frozen?.pending = (order.geometry, order.tree)
      return
    }
    show(order.geometry, order.tree)
  }

  /// The first refresh at which something new can be shown; nil while nothing can.
  var chance: SharedRefresh.Chance? {
    guard configuration != nil, reconfiguration == nil, frozen == nil else { return nil }
    var clock = frameClock
    switch redraw.phase {
    case .idle: _ = clock.nextDrawTime(now: backend.clock.now)
    // What is drawn next is for that refresh already.
    case .redrawQueued, .awaitingEstimatedVBlank: break
    // Until the flip in flight has ended there is no other.
    case .awaitingFlip: _ = clock.nextDrawTime(now: clock.target)
    }
    return SharedRefresh.Chance(target: clock.target, interval: clock.interval)
  }

  /// The picture that waits for its refresh is shown with the frame that is about to be drawn, if that is for it.
  private func takeUpcoming() {
    guard let picture = upcoming, frameClock.target.advanced(by: frameClock.interval / 2) > picture.moment else {
      return
    }
    upcoming = nil
    if let request = picture.request { requests.wait(request) }
    configuration?.geometry = picture.geometry
    tree = picture.tree
    frameNumber = 0
  }

  /// The picture that waits for its refresh is not shown any more.
  private func endUpcoming(_ ending: FlipRecord.Ending) {
    if let request = upcoming?.request { report(.presented([request], record(ending))) }
    upcoming = nil
  }

  func freeze(_ isFrozen: Bool) {
    if isFrozen {
      if frozen == nil {
        if let picture = upcoming {
          upcoming = nil
          if let request = picture.request { requests.wait(request) }
          show(picture.geometry, picture.tree)
        }
        frozen = FrozenPicture(
          time: resolved?.target ?? frameClock.target, frameNumber: resolved?.number ?? frameNumber)
      }
    } else if let thawed = frozen {
      frozen = nil
      guard configuration != nil else { return }
      if let (geometry, tree) = thawed.pending { show(geometry, tree) } else { apply(redraw.redrawRequested()) }
    }
  }

  /// What is shown here is another screen's picture, whose frames count; nil: it is this one's own.
  ///
  /// A ring of screens would follow nobody: the newest word that closes one does not count.
  func follow(_ other: Presenter?) {
    var next = other
    while let presenter = next, presenter !== self { next = presenter.source }
    source = next == nil ? other : nil
  }

  /// Which moment of the picture is on this screen at a time that another asks about, which has a refresh at every `interval`.
  private func moment(at time: MonotonicTime, every interval: UInt64) -> (time: MonotonicTime, frameNumber: UInt64) {
    if let frozen { return (frozen.time, frozen.frameNumber) }
    if let source { return source.moment(at: time, every: interval) }
    let limit = interval / frameClock.interval + 2
    return (time, resolved?.number(at: time, interval: frameClock.interval, limit: limit) ?? 0)
  }

  func capture(_ request: RequestID) {
    guard configuration != nil, reconfiguration == nil else {
      report(.presented([request], record(.discarded)))
      return
    }
    requests.capture(request)
    apply(redraw.redrawRequested())
  }

  /// Reports every frame that is shown, beginning with the present one, or does so no more.
  func observe(_ isObserved: Bool) {
    requests.observe(isObserved)
    if isObserved, configuration != nil, reconfiguration == nil { apply(redraw.redrawRequested()) }
  }

  /// The screen goes dark or away: nothing is in flight any more, and `tellItems` is to follow.
  func end() {
    standStill()
    reconfiguration = nil
    configuration = nil
    queue = FlipQueue()
    items.drew(ResolvedFrame())
  }

  /// What was drawn last is on the screen; told where other items are.
  func tellItems(at time: MonotonicTime, isEstimated: Bool) {
    if let frame = items.presented(on: screen, at: time, isEstimated: isEstimated) { report(.played(frame)) }
  }

  func flipped(_ event: FlipEvent) {
    guard event.token == flipToken, queue.flipped() else { return }
    overdueTimer?.disarm()
    counters.flips += 1
    presented(timestamp: event.timestamp)
    apply(redraw.flipped(wantsMore: wantsMore || requests.hasWaiting), follows: wantsMore)
  }

  private func show(_ geometry: OutputGeometry, _ tree: LayerTree) {
    configuration?.geometry = geometry
    self.tree = tree
    frameNumber = 0
    resolved = nil
    apply(redraw.redrawRequested())
  }

  private func apply(_ action: RedrawState.Action, follows: Bool = false, isLost: Bool = false) {
    switch action {
    case .nothing: break
    case .scheduleDraw:
      plannedDrawTime = frameClock.nextDrawTime(now: backend.clock.now, follows: follows)
      drawTimer?.arm(at: plannedDrawTime)
    case .scheduleEstimatedVBlank:
      plannedDrawTime = frameClock.nextVBlank(now: backend.clock.now, follows: follows, isLost: isLost)
      drawTimer?.arm(at: plannedDrawTime)
    }
  }

  private func drawTimerFired() {
    guard redraw.timerFired() else { return }
    takeUpcoming()
    guard let configuration else { return }
    let result = draw(configuration)
    apply(
      redraw.drew(result, wantsMore: wantsMore || requests.hasWaiting && result != .refused),
      follows: wantsMore && result == .updatedInPlace, isLost: wantsMore && result == .busy)
  }

  private func draw(_ configuration: PresenterConfiguration) -> RedrawState.DrawResult {
    let moment =
      frozen.map { ($0.time, $0.frameNumber) } ?? source?.moment(at: frameClock.target, every: frameClock.interval)
      ?? (frameClock.target, frameNumber)
    tree.resolve(for: configuration.geometry, at: moment.0, frameNumber: moment.1, into: &next)
    resolved = ShownFrame(target: frozen?.time ?? frameClock.target, number: moment.1)
    var frameDamage = DamageRegion()
    next.addDamage(since: shown, to: &frameDamage)
    frameNumber += 1
    guard !frameDamage.isEmpty || requests.hasWaiting || queue.hasUnshownFrame else {
      steps += 1
      return .unchanged
    }
    queue.addDamage(frameDamage)
    // The backend composes in one place: from here on that holds the new picture, shown or not.
    swap(&shown, &next)
    items.drew(shown)
    let updates = configuration.capabilities.updatesInPlace && isSmall(frameDamage, configuration.mode.size)
    return updates ? update() : flip()
  }

  /// Whether a change is cheaper in place than a whole buffer: less than a quarter of it.
  private func isSmall(_ damage: DamageRegion, _ size: PixelSize) -> Bool {
    var area = 0
    for index in 0..<damage.count { area += damage[index].area }
    return area > 0 && area * 4 < size.width * size.height && !queue.hasUnshownFrame
  }

  private func flip() -> RedrawState.DrawResult {
    guard let (buffer, damage) = queue.beginDrawing() else { return .busy }
    flipToken.rawValue += 1
    do throws(DisplayError) {
      let receipt = try commit(.flip(buffer: buffer), damage)
      queue.submitted(buffer)
      busySince = nil
      requests.submit(captured: receipt.captured?.masked(for: shown))
      let now = backend.clock.now
      frameClock.submitted(planned: plannedDrawTime, at: now)
      overdueTimer?.arm(at: now.advanced(by: Presenter.overdueAfter))
      return .submitted
    } catch {
      return refused(buffer, damage, error)
    }
  }

  private func update() -> RedrawState.DrawResult {
    guard let (buffer, damage) = queue.beginUpdating() else { return flip() }
    do throws(DisplayError) {
      let receipt = try commit(.update(buffer: buffer), damage)
      queue.updated()
      requests.submit(captured: receipt.captured?.masked(for: shown))
      busySince = nil
      counters.updates += 1
      presented(timestamp: .zero)
      return .updatedInPlace
    } catch {
      return refused(buffer, damage, error)
    }
  }

  private func commit(
    _ action: ScreenCommit.Action, _ bufferDamage: DamageRegion
  ) throws(DisplayError) -> CommitReceipt {
    try backend.commit(
      ScreenCommit(
        screen: screen, token: flipToken, action: action, frame: shown, frameDamage: queue.unshownDamage,
        bufferDamage: bufferDamage, capture: requests.wanted), testOnly: false)
  }

  private func refused(_ buffer: Int, _ damage: DamageRegion, _ error: DisplayError) -> RedrawState.DrawResult {
    queue.refused(buffer, damage: damage)
    counters.busy += 1
    if error.isRetryable {
      // It ends by itself, or it is a flip that does not.
      let now = backend.clock.now
      let since = busySince ?? now
      busySince = since
      if now.nanoseconds(since: since) < Presenter.overdueAfter { return .busy }
    }
    busySince = nil
    // That the device is gone is the backend's to say; nothing on this screen stands still because of it.
    if error.isDeviceLost {
      if let lost = requests.takeAll() { report(.refused(screen, lost, error)) }
    } else if let token = configuration?.token {
      report(.stalled(screen, token))
    }
    return .refused
  }

  private func presented(timestamp: MonotonicTime) {
    let (time, isEstimated) = frameClock.presented(timestamp: timestamp, now: backend.clock.now)
    counters.missed = frameClock.missed
    lastPresentation = time
    lastIsEstimated = isEstimated
    sequence += 1
    steps += 1
    tellItems(at: time, isEstimated: isEstimated)
    if let (answered, captured) = requests.takeSubmitted() {
      var record = record(.presented)
      record.captured = captured
      if requests.isObserved { report(.observed(record)) }
      if !answered.isEmpty { report(.presented(answered, record)) }
    }
  }

  private func record(_ ending: FlipRecord.Ending) -> FlipRecord {
    FlipRecord(
      screen: screen, sequence: sequence, timestamp: lastPresentation, isEstimated: lastIsEstimated, ending: ending)
  }

  private func flipOverdue() {
    counters.stalls += 1
    if let token = configuration?.token { report(.stalled(screen, token)) }
  }

  /// Ends what is under way on the old configuration; requests that were not shown are discarded.
  private func standStill() {
    redraw.reset()
    drawTimer?.disarm()
    overdueTimer?.disarm()
    busySince = nil
    flipToken.rawValue += 1
    endUpcoming(.discarded)
    if let discarded = requests.takeAll() { report(.presented(discarded, record(.discarded))) }
  }
}
