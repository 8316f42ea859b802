internal import Composition
public import DisplayTypes

/// The display thread's side of the daemon: one presenter a screen, and the backend. Its executor is that thread's event loop.
///
/// Enter it from the thread's own turns with `assumeIsolated`; there is no `await` in the daemon.
public actor DisplayActor {
  /// The display thread's event loop.
  public nonisolated let executor: any SerialExecutor
  private let report: @Sendable (DisplayReport) -> Void
  private var backend: (any DisplayBackend)?
  private var presenters: [ScreenID: Presenter] = [:]

  /// Makes the actor; nothing happens before `start`.
  ///
  /// - Parameter report: called on the display thread, in order; it hands over to the main thread.
  public init(executor: any SerialExecutor, report: @escaping @Sendable (DisplayReport) -> Void) {
    self.executor = executor
    self.report = report
  }

  /// The display thread's event loop.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Makes the backend on this thread, and begins to look for screens.
  public func start(makeBackend: @Sendable () -> any DisplayBackend) {
    let backend = makeBackend()
    self.backend = backend
    backend.start { [weak self] event in self?.assumeIsolated { $0.handle(event) } }
  }

  /// Does what the main thread asks.
  ///
  /// A screen that is gone answers at once.
  public func handle(_ command: DisplayCommand) {
    switch command {
    case .test(let screen, let token, let mode): test(screen, token, mode)
    case .configure(let screen, let token, let mode, let geometry, let tree):
      presenter(screen)?.configure(token, mode: mode, geometry: geometry, tree: tree)
    case .present(let screen, let token, let geometry, let tree, let request):
      presenter(screen)?.present(token, geometry, tree, request: request)
    case .freeze(let screen, let isFrozen): presenter(screen)?.freeze(isFrozen)
    case .capture(let screen, let request): presenter(screen)?.capture(request)
    case .observe(let screen, let isObserved): presenter(screen)?.observe(isObserved)
    case .turnOff(let screen, let token): turnOff(screen, token)
    }
  }

  /// What a screen has done, for `status`.
  public func counters() -> [ScreenID: PresentationCounters] {
    presenters.mapValues(\.counters)
  }

  /// Whether each screen's pixels get on, for the watchdog.
  public func vitals() -> [ScreenID: ScreenVitals] {
    presenters.mapValues(\.vitals)
  }

  /// Lends the backend to somebody who knows which one it is (`simulate`).
  public func withBackend<Result>(_ body: (any DisplayBackend) -> Result) -> Result? {
    backend.map(body)
  }

  /// Turns everything off and gives the devices back.
  public func stop() {
    for presenter in presenters.values { presenter.end() }
    presenters = [:]
    backend?.stop()
    backend = nil
  }

  private func presenter(_ screen: ScreenID) -> Presenter? {
    if let presenter = presenters[screen] { return presenter }
    guard let backend else { return nil }
    let presenter = Presenter(screen: screen, backend: backend) { [report] in report($0) }
    presenters[screen] = presenter
    return presenter
  }

  private func test(_ screen: ScreenID, _ token: CommitToken, _ mode: ScreenMode) {
    let commit = ScreenCommit(screen: screen, token: token, action: .configure(mode, bufferCount: 2))
    do throws(DisplayError) {
      try backend?.commit(commit, testOnly: true)
      tests.insert(token)
    } catch {
      report(.tested(screen, token, .failure(error)))
    }
  }

  private func turnOff(_ screen: ScreenID, _ token: CommitToken) {
    presenters[screen]?.end()
    do throws(DisplayError) {
      try backend?.commit(ScreenCommit(screen: screen, token: token, action: .turnOff), testOnly: false)
      turnOffs.insert(token)
    } catch {
      report(.turnedOff(screen, token, .failure(error)))
    }
  }

  /// Commits whose end is waited for, that are no presenter's.
  private var tests: Set<CommitToken> = []
  private var turnOffs: Set<CommitToken> = []

  private func handle(_ event: BackendEvent) {
    switch event {
    case .screens(let changes):
      for case .disconnected(let screen) in changes { presenters[screen]?.end() }
      report(.screens(changes))
    case .finished(let screen, let token, let result):
      if tests.remove(token) != nil {
        report(.tested(screen, token, result))
      } else if turnOffs.remove(token) != nil {
        report(.turnedOff(screen, token, result))
      } else {
        presenters[screen]?.finished(token, result)
      }
    case .flipped(let event): presenters[event.screen]?.flipped(event)
    case .notice(let notice): report(.notice(notice))
    }
  }
}
