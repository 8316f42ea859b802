internal import Composition
internal import DisplayTypes

/// Shows one screen's layer tree: resolves it, has the backend draw and flip it, and paces that. Belongs to the display thread. It has one
/// configuration at a time (mode, geometry, buffers), and draws only trees that were laid out for it.
final class Presenter {
  let screen: ScreenID
  private(set) var counters = PresentationCounters()
  /// The number of draws, flips and modesets that have ended, for the watchdog.
  private var steps: UInt64 = 0
  private let backend: any DisplayBackend
  private let report: (DisplayReport) -> Void
  private var configuration: PresenterConfiguration?
  private var reconfiguration: PendingConfiguration?
  private var picture = LayerTreePlayback()
  private var redraw = RedrawState()
  private var queue = FlipQueue()
  private var frameClock = FrameClock(interval: 16_666_667, hasVBlank: true)
  private var shown = ResolvedFrame()
  private var next = ResolvedFrame()
  private weak var source: Presenter?
  /// Called after a picture that waited for a shared refresh has replaced the former one.
  var didShowUpcoming: (() -> Void)?
  private var requests = FrameRequests()
  private var pointer = PresentedPointer()
  private var scanout = ScreenScanout()
  private var items = PlayedItems()
  private var flipToken = CommitToken(rawValue: 0)
  private var plannedDrawTime = MonotonicTime.zero
  /// The time since when the device is too busy for a frame; nil while it is not.
  private var busySince: MonotonicTime?
  private var lastPresentation = LastPresentation()
  /// The timers are made once, so that arming them does not allocate.
  private var drawTimer: (any DisplayTimer)?
  private var overdueTimer: (any DisplayTimer)?

  /// A flip that takes longer, in nanoseconds, will not end by itself.
  private static let overdueAfter: UInt64 = 1_000_000_000

  init(screen: ScreenID, backend: any DisplayBackend, report: @escaping (DisplayReport) -> Void) {
    self.screen = screen
    self.backend = backend
    self.report = report
    drawTimer = backend.clock.makeTimer { [weak self] in self?.drawTimerFired() }
    overdueTimer = backend.clock.makeTimer { [weak self] in self?.flipOverdue() }
  }

  private var wantsMore: Bool {
    picture.upcoming != nil
      || !isHeld
        && (picture.tree.isAnimated(at: frameClock.target)
          || picture.tree.hasNewerFrame(than: shown, at: frameClock.target))
  }

  private var isHeld: Bool { picture.isFrozen || source?.isHeld == true }

  var isObserved: Bool { requests.isObserved }

  var figures: ScreenFigures {
    ScreenFigures(
      counters: counters,
      lastFrameAge: lastPresentation.time == .zero ? nil : backend.clock.now.nanoseconds(since: lastPresentation.time))
  }

  var vitals: ScreenProgress {
    ScreenProgress(steps: steps, isWaiting: redraw.phase != .idle || reconfiguration != nil)
  }

  func configure(_ token: CommitToken, mode: ScreenMode, geometry: OutputGeometry, tree: LayerTree) {
    handleStall()
    var frame = ResolvedFrame()
    tree.resolve(
      for: geometry, at: backend.clock.now, frameNumber: 0,
      viewer: SurfaceViewer(nil, interval: mode.refreshInterval, previous: shown), into: &frame)
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

  /// Handles the end of a modeset; the end of a replaced modeset is only reported.
  func finished(_ token: CommitToken, _ result: Result<CommitOutcome, DisplayError>) {
    guard let reconfiguration, reconfiguration.token == token else { return report(.configured(screen, token, result)) }
    self.reconfiguration = nil
    steps += 1
    switch result {
    case .success(let outcome):
      configuration = PresenterConfiguration(
        token: token, mode: reconfiguration.mode, geometry: reconfiguration.geometry,
        capabilities: outcome.capabilities)
      if outcome.wasModeset { counters.modesets += 1 }
      items.drew(reconfiguration.frame)
      reportItems(at: backend.clock.now, isEstimated: true)
      picture.wasSet(reconfiguration.tree, at: backend.clock.now)
      shown = reconfiguration.frame
      pointer.configured(outcome.capabilities.pointer)
      queue = FlipQueue(count: 2, size: reconfiguration.geometry.mode)
      scanout = ScreenScanout()
      frameClock = FrameClock(interval: reconfiguration.mode.refreshInterval, hasVBlank: outcome.capabilities.hasVBlank)
      shown.surfacesPresented(at: backend.clock.now, interval: frameClock.interval, sequence: lastPresentation.sequence)
      report(.configured(screen, token, result))
      // A frame of a surface may have come during the modeset.
      if wantsMore || picture.tree.showsSurfaces || requests.hasWaiting || pointer.place != nil {
        apply(redraw.redrawRequested())
      }
    case .failure:
      // The kernel and this presenter keep the previous picture. A flip in flight has ended by now.
      if queue.flipped() { scanout.flipped() }
      report(.configured(screen, token, result))
      if configuration != nil, wantsMore || picture.tree.showsSurfaces || requests.hasWaiting {
        apply(redraw.redrawRequested())
      }
    }
  }

  func present(_ order: PresentOrder, in shared: SharedRefresh? = nil) {
    guard let configuration, configuration.token == order.token, order.geometry.mode == configuration.mode.size,
      reconfiguration == nil
    else {
      if let request = order.request { report(.presented([request], record(.discarded))) }
      return
    }
    endUpcoming(.superseded)
    if let superseded = requests.takeWaiting() { report(.presented(superseded, record(.superseded))) }
    if let shared, !picture.isFrozen {
      picture.upcoming = UpcomingPicture(
        geometry: order.geometry, tree: order.tree, request: order.request,
        moment: shared.moment(every: frameClock.interval))
      return apply(redraw.redrawRequested())
    }
    if let request = order.request { requests.wait(request) }
    if picture.isFrozen { picture.wait(order.geometry, order.tree) } else { show(order.geometry, order.tree) }
  }

  /// The first refresh at which something new can be shown; nil while nothing can.
  var chance: SharedRefresh.Chance? {
    guard configuration != nil, reconfiguration == nil, !picture.isFrozen else { return nil }
    var clock = frameClock
    switch redraw.phase {
    case .idle: _ = clock.nextDrawTime(now: backend.clock.now)
    // The next drawing is already for that refresh.
    case .redrawQueued, .awaitingEstimatedVBlank: break
    // There is no other chance until the flip in flight has ended.
    case .awaitingFlip: _ = clock.nextDrawTime(now: clock.target)
    }
    return SharedRefresh.Chance(target: clock.target, interval: clock.interval)
  }

  private func endUpcoming(_ ending: FlipRecord.Ending) {
    if let request = picture.upcoming?.request { report(.presented([request], record(ending))) }
    picture.upcoming = nil
  }

  func freeze(_ isFrozen: Bool) {
    guard isFrozen != picture.isFrozen else { return }
    if isFrozen {
      if let waiting = picture.upcoming {
        picture.upcoming = nil
        if let request = waiting.request { requests.wait(request) }
        show(waiting.geometry, waiting.tree)
      }
      picture.freeze(at: frameClock.target)
    } else {
      let pending = picture.thaw()
      var feeds: [SurfaceFeed] = []
      addSurfaces(to: &feeds)
      for feed in feeds { feed.endHold() }
      guard configuration != nil else { return }
      if let (geometry, tree) = pending { show(geometry, tree) } else { apply(redraw.redrawRequested()) }
    }
  }

  /// Mirrors another screen's frames; nil ends that. A call that would close a ring is ignored.
  func follow(_ other: Presenter?) {
    var next = other
    while let presenter = next, presenter !== self { next = presenter.source }
    source = next == nil ? other : nil
  }

  /// The moment of the picture on this screen at `time`, for a screen with a refresh every `interval`.
  private func moment(at time: MonotonicTime, every interval: UInt64) -> PictureMoment {
    if !picture.isFrozen, let source { return source.moment(at: time, every: interval) }
    return picture.moment(at: time, interval: frameClock.interval, limit: interval / frameClock.interval + 2)
  }

  /// Moves the pointer with the next refresh; nil hides it.
  func movePointer(to place: PointerPlace?) {
    guard place != pointer.place else { return }
    pointer.place = place
    if configuration != nil, reconfiguration == nil { apply(redraw.redrawRequested()) }
  }

  /// Adds the surfaces of the picture on the screen.
  func addSurfaces(to feeds: inout [SurfaceFeed]) {
    guard configuration != nil else { return }
    picture.tree.addSurfaces(to: &feeds)
    picture.upcoming?.tree.addSurfaces(to: &feeds)
  }

  /// Draws again for a new frame of a surface, if the picture shows it and is not held.
  func frameCame(in feed: SurfaceFeed) {
    guard configuration != nil, reconfiguration == nil, !isHeld, picture.tree.shows(feed) else { return }
    apply(redraw.redrawRequested())
  }

  func capture(_ request: RequestID) {
    guard configuration != nil, reconfiguration == nil else {
      report(.presented([request], record(.discarded)))
      return
    }
    requests.capture(request)
    apply(redraw.redrawRequested())
  }

  func observe(_ isObserved: Bool, points: [PixelPoint] = []) {
    requests.observe(isObserved, points: points)
    if isObserved, configuration != nil, reconfiguration == nil { apply(redraw.redrawRequested()) }
  }

  /// Has the plane above that of a surface given back, if the card needs it for another screen.
  func endBlending() {
    guard let configuration, reconfiguration == nil,
      scanout.mustEndBlending(on: configuration.capabilities.surfaces)
    else { return }
    apply(redraw.redrawRequested())
  }

  /// Ends all frames in flight, because the screen is dark or gone; call `reportItems` next.
  ///
  /// - Returns: the buffers of surfaces on the screen, to keep until it is dark.
  @discardableResult
  func end() -> ScreenScanout {
    handleStall()
    reconfiguration = nil
    configuration = nil
    queue = FlipQueue()
    // A dark screen keeps no buffer of a surface.
    shown = ResolvedFrame()
    next = ResolvedFrame()
    pointer = PresentedPointer()
    items.drew(ResolvedFrame())
    defer { scanout = ScreenScanout() }
    return scanout
  }

  /// Records that the last drawing is on the screen, and reports its items if they have changed.
  func reportItems(at time: MonotonicTime, isEstimated: Bool) {
    if let frame = items.presented(on: screen, at: time, isEstimated: isEstimated) { report(.played(frame)) }
  }

  func flipped(_ event: FlipCompletion) {
    guard event.token == flipToken else { return }
    if queue.flipped() {
      scanout.flipped()
      counters.flips += 1
      presented(timestamp: event.timestamp)
    } else if pointer.isInFlight {
      pointer.isInFlight = false
      _ = frameClock.presented(timestamp: event.timestamp, now: backend.clock.now)
      steps += 1
    } else {
      return
    }
    overdueTimer?.disarm()
    apply(redraw.flipped(wantsMore: wantsMore || requests.hasWaiting), follows: wantsMore)
  }

  private func show(_ geometry: OutputGeometry, _ tree: LayerTree) {
    configuration?.geometry = geometry
    picture.show(tree)
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
    if let waiting = picture.takeUpcoming(before: frameClock.target.advanced(by: frameClock.interval / 2)) {
      if let request = waiting.request { requests.wait(request) }
      configuration?.geometry = waiting.geometry
      didShowUpcoming?()
    }
    guard let configuration else { return }
    let result = draw(configuration)
    // A pointer that moves at once waits for the next refresh, so that a refresh has at most one move. An update moves no pointer.
    let isPaced =
      pointer.isDue && pointer.movesAtOnce && result == .submitted
      || result == .updatedInPlace && (pointer.movesAtOnce || pointer.isDue)
    apply(
      redraw.drew(result, wantsMore: wantsMore || isPaced || requests.hasWaiting && result != .refused),
      follows: wantsMore && result == .updatedInPlace, isLost: wantsMore && result == .busy)
  }

  private func draw(_ configuration: PresenterConfiguration) -> RedrawState.DrawResult {
    picture.resolve(
      for: configuration.geometry, at: frameClock.target, interval: frameClock.interval,
      as: source?.moment(at: frameClock.target, every: frameClock.interval),
      viewer: SurfaceViewer(screen, interval: frameClock.interval, previous: shown, isHeld: isHeld), into: &next)
    pointer.prepare(for: configuration.geometry, in: &next)
    var frameDamage = DamageRegion()
    next.addDamage(since: shown, to: &frameDamage)
    let isSame =
      frameDamage.isEmpty && !requests.hasWaiting && !queue.hasUnshownFrame
      && !scanout.mustEndBlending(on: configuration.capabilities.surfaces)
    if pointer.isDue, pointer.movesAtOnce || isSame {
      let result = commitPointer()
      if isSame { return result }
      if pointer.usesLayer {
        // The plane was refused, so the pointer is in a layer of this frame.
        pointer.prepare(for: configuration.geometry, in: &next)
        frameDamage = DamageRegion()
        next.addDamage(since: shown, to: &frameDamage)
      }
    }
    guard !isSame else {
      // Frames of surfaces may differ only in pixels that the screen does not show.
      if next != shown {
        swap(&shown, &next)
        shown.surfacesPresented(
          at: frameClock.target, interval: frameClock.interval, sequence: lastPresentation.sequence,
          onPlane: scanout.onScreen)
      }
      next.layers.removeAll(keepingCapacity: true)
      picture.presented(at: frameClock.target, interval: frameClock.interval)
      steps += 1
      return .unchanged
    }
    let way = scanout.way(
      of: next, at: frameClock.target, on: configuration.capabilities.surfaces, isRead: requests.hasWaiting,
      isObserved: requests.isObserved)
    switch way {
    case .wait:
      next.layers.removeAll(keepingCapacity: true)
      return .busy
    case .plane(_, let below?):
      // Only the layers above the surface are composed.
      let isKept = scanout.compose(above: below)
      frameDamage = DamageRegion()
      if isKept {
        next.addDamage(since: shown, from: below + 1, to: &frameDamage)
      } else {
        frameDamage.add(PixelRect(size: next.size))
      }
    case .compose, .plane:
      if !scanout.compose(above: nil) { frameDamage = DamageRegion(PixelRect(size: next.size)) }
    }
    queue.addDamage(frameDamage)
    // The backend composes in one place, which now has the new picture, shown or not.
    swap(&shown, &next)
    // The frame before must keep no buffer of a surface.
    next.layers.removeAll(keepingCapacity: true)
    items.drew(shown)
    if case .plane(let surface, let below) = way {
      return scanOut(surface, below: below, hasChanged: !frameDamage.isEmpty)
    }
    let updates = configuration.capabilities.updatesInPlace && isSmall(frameDamage, configuration.mode.size)
    return updates ? update() : flip()
  }

  /// Whether a change is cheaper in place than by a whole buffer: it covers less than a quarter of it.
  private func isSmall(_ damage: DamageRegion, _ size: PixelSize) -> Bool {
    var area = 0
    for index in 0..<damage.count { area += damage[index].area }
    return area > 0 && area * 4 < size.width * size.height && !queue.hasUnshownFrame
  }

  /// Commits the pointer alone, and composes nothing.
  private func commitPointer() -> RedrawState.DrawResult {
    flipToken.rawValue += 1
    do throws(DisplayError) {
      let receipt = try backend.commit(
        ScreenCommit(screen: screen, token: flipToken, action: .movePointer, pointer: pointer.overlay), testOnly: false)
      pointer.committed()
      busySince = nil
      counters.pointerMoves += 1
      guard receipt.presented == nil else {
        steps += 1
        return .updatedInPlace
      }
      pointer.isInFlight = true
      overdueTimer?.arm(at: backend.clock.now.advanced(by: Presenter.overdueAfter))
      return .submitted
    } catch {
      return pointerRefused(error)
    }
  }

  private func pointerRefused(_ error: DisplayError) -> RedrawState.DrawResult {
    counters.busy += 1
    if error.isDeviceLost { return .refused }
    if !error.isRetryable {
      pointer.giveUpPlane()
      return .busy
    }
    guard isOverdue() else { return .busy }
    busySince = nil
    flipOverdue()
    return .refused
  }

  /// Whether commits have been busy for too long. The commit under way ends by itself, or it is a flip that does not end.
  private func isOverdue() -> Bool {
    let now = backend.clock.now
    let since = busySince ?? now
    busySince = since
    return now.nanoseconds(since: since) >= Presenter.overdueAfter
  }

  private func flip() -> RedrawState.DrawResult {
    guard let (buffer, damage) = queue.beginDrawing() else { return .busy }
    flipToken.rawValue += 1
    do throws(DisplayError) {
      let receipt = try commit(.flip(buffer: buffer), damage)
      queue.submitted(buffer)
      scanout.submittedComposed()
      submitted(receipt)
      return .submitted
    } catch {
      return refused(buffer, damage, error)
    }
  }

  /// Shows the buffer of a surface on a plane. Composes only changed layers above it.
  private func scanOut(_ surface: SurfaceFrame, below: Int?, hasChanged: Bool) -> RedrawState.DrawResult {
    guard let below, hasChanged || !scanout.isBlending || queue.hasUnshownFrame else {
      return scanOut(surface, below: below, below == nil ? .off : .same, DamageRegion())
    }
    guard let (buffer, damage) = queue.beginDrawing() else { return .busy }
    let result = scanOut(surface, below: below, .buffer(buffer, above: below), damage)
    if result == .submitted { queue.submitted(buffer) } else { queue.refused(buffer, damage: damage) }
    return result
  }

  private func scanOut(
    _ surface: SurfaceFrame, below: Int?, _ overlay: ScreenCommit.Overlay, _ damage: DamageRegion
  ) -> RedrawState.DrawResult {
    flipToken.rawValue += 1
    do throws(DisplayError) {
      let receipt = try commit(.scanOut(surface, overlay), damage)
      switch overlay {
      case .off: queue.submittedSurface()
      case .same: queue.submittedSurface(keepsBuffer: true)
      case .buffer: break
      }
      scanout.submitted(surface, below: below, on: receipt.plane)
      submitted(receipt)
      return .submitted
    } catch {
      queue.refusedSurface()
      // The next refresh has the composed picture.
      if !error.isRetryable, !error.isDeviceLost { scanout.refused(surface, below: below, at: frameClock.target) }
      return error.isRetryable || error.isDeviceLost ? refused(error) : .busy
    }
  }

  private func submitted(_ receipt: CommitReceipt) {
    busySince = nil
    requests.submit(captured: receipt.captured?.masked(for: shown).adding(pointer.overlay))
    let now = backend.clock.now
    frameClock.submitted(planned: plannedDrawTime, at: now)
    overdueTimer?.arm(at: now.advanced(by: Presenter.overdueAfter))
  }

  private func update() -> RedrawState.DrawResult {
    guard let (buffer, damage) = queue.beginUpdating() else { return flip() }
    do throws(DisplayError) {
      let receipt = try commit(.update(buffer: buffer), damage)
      queue.updated()
      requests.submit(captured: receipt.captured?.masked(for: shown).adding(pointer.overlay))
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
    let receipt = try backend.commit(
      ScreenCommit(
        screen: screen, token: flipToken, action: action, frame: shown, frameDamage: queue.unshownDamage,
        bufferDamage: bufferDamage, capture: requests.wanted, pointer: pointer.overlay), testOnly: false)
    if !pointer.movesAtOnce {
      switch action {
      case .flip, .scanOut: pointer.committed()
      case .configure, .update, .movePointer, .turnOff: break
      }
    }
    return receipt
  }

  private func refused(_ buffer: Int, _ damage: DamageRegion, _ error: DisplayError) -> RedrawState.DrawResult {
    queue.refused(buffer, damage: damage)
    return refused(error)
  }

  private func refused(_ error: DisplayError) -> RedrawState.DrawResult {
    counters.busy += 1
    // The pointer may be the reason.
    if !error.isRetryable, !error.isDeviceLost, pointer.isDue {
      pointer.giveUpPlane()
      return .busy
    }
    if error.isRetryable, !isOverdue() { return .busy }
    busySince = nil
    // The backend reports a lost device. The screen itself has not stalled.
    if error.isDeviceLost {
      if let lost = requests.takeAll() { report(.refused(screen, lost, error)) }
    } else if error.isRetryable {
      flipOverdue()
    } else if let token = configuration?.token {
      report(.stalled(screen, token))
    }
    return .refused
  }

  private func presented(timestamp: MonotonicTime) {
    let (time, isEstimated) = frameClock.presented(timestamp: timestamp, now: backend.clock.now)
    counters.missed = frameClock.missed
    lastPresentation.presented(at: time, isEstimated: isEstimated)
    picture.presented(at: time, interval: frameClock.interval)
    shown.surfacesPresented(
      at: time, interval: frameClock.interval, sequence: lastPresentation.sequence, onPlane: scanout.onScreen)
    steps += 1
    reportItems(at: time, isEstimated: isEstimated)
    if let (answered, captured) = requests.takeSubmitted() {
      var record = record(.presented)
      record.captured = captured
      if requests.isObserved { report(.observed(record)) }
      if !answered.isEmpty { report(.presented(answered, record)) }
    }
  }

  private func record(_ ending: FlipRecord.Ending) -> FlipRecord { lastPresentation.record(ending, on: screen) }

  /// Counts a flip that does not end, by its own time or by commits that are busy for too long, and reports it.
  private func flipOverdue() {
    counters.stalls += 1
    if let token = configuration?.token { report(.stalled(screen, token)) }
  }

  /// Ends pending work on the old configuration, and discards requests without a shown frame.
  private func handleStall() {
    redraw.reset()
    drawTimer?.disarm()
    overdueTimer?.disarm()
    busySince = nil
    flipToken.rawValue += 1
    endUpcoming(.discarded)
    if let discarded = requests.takeAll() { report(.presented(discarded, record(.discarded))) }
  }
}

struct PresenterConfiguration {
  var token: CommitToken
  var mode: ScreenMode
  var geometry: OutputGeometry
  var capabilities: OutputCapabilities
}

struct PendingConfiguration {
  var token: CommitToken
  var mode: ScreenMode
  var geometry: OutputGeometry
  var tree: LayerTree
  var frame: ResolvedFrame
}
