internal import Composition
internal import DisplayTypes

/// One presenter for each screen on one backend; takes commands and returns reports. Belongs to the display thread. It is a class beside
/// the actor, so that a flip reaches its presenter without `assumeIsolated`, which allocates twice for each call (Swift 6.3).
final class PresenterSet {
  private let backend: any DisplayBackend
  private let report: (DisplayReport) -> Void
  private var presenters: [ScreenID: Presenter] = [:]

  init(backend: any DisplayBackend, report: @escaping (DisplayReport) -> Void) {
    self.backend = backend
    self.report = report
  }

  var all: [ScreenID: Presenter] { presenters }
  /// The counters of screens that have gone.
  private(set) var departed = PresentationCounters()

  /// The surfaces on the screens.
  private var surfaces: [SurfaceFeed] = []
  private var surfaceTimer: (any DisplayTimer)?

  func handle(_ command: DisplayCommand) {
    defer { noteSurfaces() }
    switch command {
    case .test(let screen, let token, let mode): test(screen, token, mode)
    case .configure(let screen, let token, let mode, let geometry, let tree):
      presenter(screen).configure(token, mode: mode, geometry: geometry, tree: tree)
      for presenter in presenters.values { presenter.endBlending() }
    case .present(let screen, let token, let geometry, let tree, let request):
      presenter(screen).present(
        PresentOrder(screen: screen, token: token, geometry: geometry, tree: tree, request: request))
    case .presentTogether(let orders): present(orders)
    case .freeze(let screen, true): presenter(screen).freeze(true)
    case .freeze(let screen, false): presenters[screen]?.freeze(false)
    case .movePointer(let screen, let place): presenters[screen]?.movePointer(to: place)
    case .capture(let screen, let request): presenter(screen).capture(request)
    case .observe(let screen, true, let points): presenter(screen).observe(true, points: points)
    case .observe(let screen, false, _): presenters[screen]?.observe(false)
    case .follow(let screen, let source): presenter(screen).follow(source.flatMap { presenters[$0] })
    case .turnOff(let screen, let token): turnOff(screen, token)
    }
  }

  private func present(_ orders: [PresentOrder]) {
    var shared = SharedRefresh()
    for order in orders {
      if let chance = presenters[order.screen]?.chance { shared.add(chance) }
    }
    for order in orders { presenter(order.screen).present(order, in: shared) }
  }

  private func noteSurfaces() {
    var visible: [SurfaceFeed] = []
    for presenter in presenters.values { presenter.addSurfaces(to: &visible) }
    for feed in surfaces where !visible.contains(where: { $0 === feed }) { feed.setScreens([]) }
    surfaces = visible
    guard !visible.isEmpty else { return }
    for feed in visible {
      let screens = presenters.filter { _, presenter in
        var feeds: [SurfaceFeed] = []
        presenter.addSurfaces(to: &feeds)
        return feeds.contains { $0 === feed }
      }
      feed.setScreens(Array(screens.keys))
    }
    armSurfaceTimer()
  }

  func frameCame(in feed: SurfaceFeed) {
    for presenter in presenters.values { presenter.frameCame(in: feed) }
    armSurfaceTimer()
  }

  /// Wakes for the earliest frame whose time is so far that no presenter waits for it yet.
  private func armSurfaceTimer() {
    // Presenters wait for frames up to a second ahead. The two ranges overlap, because their clocks differ by a refresh.
    let limit = backend.clock.now.advanced(by: LayerContents.nearTime / 2)
    guard let far = surfaces.compactMap({ $0.earliestTarget(after: limit) }).min() else {
      surfaceTimer?.disarm()
      return
    }
    let timer = surfaceTimer ?? backend.clock.makeTimer { [weak self] in self?.surfaceTimerFired() }
    surfaceTimer = timer
    timer.arm(at: far.reversed(by: LayerContents.nearTime / 4))
  }

  private func surfaceTimerFired() {
    for feed in surfaces { frameCame(in: feed) }
  }

  func end() {
    for presenter in presenters.values {
      presenter.end()
      reportEnd(of: presenter)
    }
    presenters = [:]
  }

  private func presenter(_ screen: ScreenID) -> Presenter {
    if let presenter = presenters[screen] { return presenter }
    let presenter = Presenter(screen: screen, backend: backend, report: report)
    presenter.didShowUpcoming = { [weak self] in self?.noteSurfaces() }
    presenters[screen] = presenter
    return presenter
  }

  private func reportEnd(of presenter: Presenter) { presenter.reportItems(at: backend.clock.now, isEstimated: true) }

  /// Removes the presenter of a screen that has gone; a new screen starts from the beginning.
  private func drop(_ screen: ScreenID) -> Presenter? {
    guard let presenter = presenters[screen] else { return nil }
    presenter.end()
    // An observer waits for a frame there, even after a replug.
    guard !presenter.isObserved else { return presenter }
    departed.add(presenter.counters)
    presenters[screen] = nil
    return presenter
  }

  private func test(_ screen: ScreenID, _ token: CommitToken, _ mode: ScreenMode) {
    let commit = ScreenCommit(screen: screen, token: token, action: .configure(mode, bufferCount: 2))
    do throws(DisplayError) {
      try backend.commit(commit, testOnly: true)
      tests.insert(token)
    } catch {
      report(.tested(screen, token, .failure(error)))
    }
  }

  private func turnOff(_ screen: ScreenID, _ token: CommitToken) {
    var kept = ScreenScanout()
    if let presenter = presenters[screen] {
      kept = presenter.end()
      reportEnd(of: presenter)
    }
    do throws(DisplayError) {
      try backend.commit(ScreenCommit(screen: screen, token: token, action: .turnOff), testOnly: false)
      turnOffs[token] = (screen, kept)
    } catch {
      report(.turnedOff(screen, token, .failure(error)))
    }
  }

  /// The tests under way, which belong to no presenter.
  private var tests: Set<CommitToken> = []
  /// The buffers of surfaces that screens scan out until they are dark.
  private var turnOffs: [CommitToken: (screen: ScreenID, buffers: ScreenScanout)] = [:]

  func handle(_ event: BackendEvent) {
    switch event {
    case .screens(let changes):
      var gone: [Presenter] = []
      for case .disconnected(let screen) in changes {
        if let presenter = drop(screen) { gone.append(presenter) }
        // Its card may be gone too, which then never reports the end.
        for (token, kept) in turnOffs where kept.screen == screen { turnOffs[token]?.buffers = ScreenScanout() }
      }
      report(.screens(changes))
      // The end of the played items is reported before the end of the screen.
      for presenter in gone { reportEnd(of: presenter) }
      noteSurfaces()
    case .finished(let screen, let token, let result):
      if tests.remove(token) != nil {
        report(.tested(screen, token, result))
      } else if turnOffs.removeValue(forKey: token) != nil {
        report(.turnedOff(screen, token, result))
      } else {
        presenters[screen]?.finished(token, result)
        noteSurfaces()
      }
    case .flipped(let event): presenters[event.screen]?.flipped(event)
    case .notice(let notice): report(.notice(notice))
    }
  }
}

/// The time at which several screens show a new picture: as soon as all screens with equal refresh can show it. Pure. Screens with other
/// refreshes do not wait.
struct SharedRefresh {
  struct Chance {
    /// The first refresh at which the screen can show something new.
    var target: MonotonicTime
    /// The time from one refresh to the next, in nanoseconds.
    var interval: UInt64
  }

  private var chances: [Chance] = []

  mutating func add(_ chance: Chance) { chances.append(chance) }

  func moment(every interval: UInt64) -> MonotonicTime {
    // 60 and 59.94 Hz count as equal; 60 and 59 do not.
    chances.lazy.filter { max($0.interval, interval) - min($0.interval, interval) <= interval / 200 }
      .map(\.target).max() ?? .zero
  }
}
