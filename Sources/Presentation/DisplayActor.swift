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
  private var presenters: PresenterSet?

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
    let presenters = PresenterSet(backend: backend) { [report] in report($0) }
    self.presenters = presenters
    backend.start { [weak presenters] in presenters?.handle($0) }
  }

  /// Does what the main thread asks.
  ///
  /// A screen that is gone answers at once.
  public func handle(_ command: DisplayCommand) {
    presenters?.handle(command)
  }

  /// What all screens have done, those that are gone included, for `status`.
  public func counters() -> PresentationCounters {
    guard let presenters else { return PresentationCounters() }
    var sum = presenters.departed
    for presenter in presenters.all.values { sum.add(presenter.counters) }
    return sum
  }

  /// What each screen has done that is led.
  public func figures() -> [ScreenID: ScreenFigures] {
    presenters?.all.mapValues(\.figures) ?? [:]
  }

  /// How many screens are led.
  public var screenCount: Int { presenters?.all.count ?? 0 }

  /// Whether each screen's pixels get on, for the watchdog.
  public func vitals() -> [ScreenID: ScreenVitals] {
    presenters?.all.mapValues(\.vitals) ?? [:]
  }

  /// Lends the backend to somebody who knows which one it is (`simulate`).
  public func withBackend<Result>(_ body: (any DisplayBackend) -> Result) -> Result? {
    backend.map(body)
  }

  /// Turns everything off and gives the devices back.
  public func stop() {
    presenters?.end()
    backend?.stop()
    presenters = nil
    backend = nil
  }
}
