public import Composition
public import DisplayTypes

/// The display thread's side of the daemon: one presenter a screen, and the backend. Its executor is that thread's event loop.
///
/// Enter it from the thread's own turns with `assumeIsolated`; there is no `await` in the daemon.
public actor DisplayActor {
  package nonisolated let executor: any SerialExecutor
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

  /// Makes the backend on this thread, and starts it.
  public func start(makeBackend: @Sendable () -> any DisplayBackend) {
    let backend = makeBackend()
    self.backend = backend
    let presenters = PresenterSet(backend: backend) { [report] in report($0) }
    self.presenters = presenters
    backend.start { [weak presenters] in presenters?.handle($0) }
  }

  /// Runs a command of the main thread.
  ///
  /// A screen that is gone replies at once.
  public func handle(_ command: DisplayCommand) { presenters?.handle(command) }

  package func counters() -> PresentationCounters {
    guard let presenters else { return PresentationCounters() }
    var sum = presenters.departed
    for presenter in presenters.all.values { sum.add(presenter.counters) }
    return sum
  }

  package func figures() -> [ScreenID: ScreenFigures] { presenters?.all.mapValues(\.figures) ?? [:] }

  package func vitals() -> [ScreenID: ScreenProgress] { presenters?.all.mapValues(\.vitals) ?? [:] }

  /// For a caller that knows the type of the backend (`simulate`).
  package func withBackend<Result>(_ body: (any DisplayBackend) -> Result) -> Result? { backend.map(body) }

  /// Turns everything off and gives the devices back.
  public func stop() {
    presenters?.end()
    backend?.stop()
    presenters = nil
    backend = nil
  }
}

/// A command of the main thread for the display thread.
///
/// Every one names its screen; none waits for another screen.
public enum DisplayCommand: Sendable {
  /// Asks whether a mode would work. Answered by `DisplayReport.tested`.
  case test(ScreenID, CommitToken, ScreenMode)
  /// Sets a mode, carrying this picture, laid out for this geometry. Answered by `configured`.
  case configure(ScreenID, CommitToken, ScreenMode, OutputGeometry, LayerTree)
  /// Shows a tree that was laid out for this geometry of the configuration `token`; dropped if another configuration is in force. The reply
  /// is `presented` if a request is named.
  case present(ScreenID, CommitToken, OutputGeometry, LayerTree, RequestID?)
  /// Shows a picture on each of these screens. Screens with equal refresh show it with the same refresh, others with their next. A screen's
  /// pictures keep their order. The replies are as for `present`.
  case presentTogether([PresentOrder])
  /// Keeps the current picture, including animations, until it is thawed.
  case freeze(ScreenID, Bool)
  /// Reads the picture that is shown. Answered by `presented`, with pixels.
  case capture(ScreenID, RequestID)
  /// Reports every frame with its hash by `observed`, beginning with the current one, until it is stopped.
  case observe(ScreenID, Bool)
  /// The screen mirrors another one: its pictures move with the frames of that; nil: with its own again. Comes before the picture.
  case follow(ScreenID, source: ScreenID?)
  /// Turns the screen dark. Answered by `turnedOff`.
  case turnOff(ScreenID, CommitToken)
}

/// A picture for one screen, as in `DisplayCommand.present`.
public struct PresentOrder: Sendable {
  package var screen: ScreenID
  package var token: CommitToken
  /// How its points lie on the pixels.
  package var geometry: OutputGeometry
  package var tree: LayerTree
  package var request: RequestID?

  package init(
    screen: ScreenID, token: CommitToken, geometry: OutputGeometry, tree: LayerTree, request: RequestID? = nil
  ) {
    self.screen = screen
    self.token = token
    self.geometry = geometry
    self.tree = tree
    self.request = request
  }
}

/// Identifies a request for a report about a shown picture.
public struct RequestID: RawRepresentable, Hashable, Sendable {
  /// Counted by the requester.
  public var rawValue: UInt64

  /// Makes an identifier of its number.
  public init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// The messages of the display thread to the main thread, in order.
public enum DisplayReport: Sendable {
  case screens([ScreenChange])
  case tested(ScreenID, CommitToken, Result<CommitOutcome, DisplayError>)
  case configured(ScreenID, CommitToken, Result<CommitOutcome, DisplayError>)
  case turnedOff(ScreenID, CommitToken, Result<CommitOutcome, DisplayError>)
  /// The replies to requests.
  case presented([RequestID], FlipRecord)
  /// Requests whose frame cannot be shown, because the device is gone.
  case refused(ScreenID, [RequestID], DisplayError)
  /// Other played items are on a screen than in the frame before.
  case played(PlayedFrame)
  /// A frame is on a screen that is observed.
  case observed(FlipRecord)
  /// The flips of a screen have stopped and retries did not help: it must be configured again, and finally given up.
  case stalled(ScreenID, CommitToken)
  case notice(BackendNotice)
}
