public import Composition
public import DisplayTypes

/// The part of the daemon on the display thread: one presenter for each screen, and the backend. Its executor is that thread's event loop.
/// Enter it from the thread's own turns with `assumeIsolated`; the daemon has no `await`.
public actor DisplayActor {
  package nonisolated let executor: any SerialExecutor
  private let report: @Sendable (DisplayReport) -> Void
  private var backend: (any DisplayBackend)?
  private var presenters: PresenterSet?

  /// Makes the actor; nothing happens before `start`.
  ///
  /// - Parameter report: called on the display thread, in order; it passes the report to the main thread.
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

  /// Runs a command of the main thread. A command for a screen that has gone is answered at once.
  public func handle(_ command: DisplayCommand) { presenters?.handle(command) }

  /// Shows the new frame of a surface at its time, on each screen that shows the surface.
  package func frameCame(in feed: SurfaceFeed) { presenters?.frameCame(in: feed) }

  package func counters() -> PresentationCounters {
    guard let presenters else { return PresentationCounters() }
    var sum = presenters.departed
    for presenter in presenters.all.values { sum.add(presenter.counters) }
    return sum
  }

  package func figures() -> [ScreenID: ScreenFigures] { presenters?.all.mapValues(\.figures) ?? [:] }

  package func vitals() -> [ScreenID: ScreenProgress] { presenters?.all.mapValues(\.vitals) ?? [:] }

  /// Calls a body with the backend, for callers that know its type (`simulate`).
  package func withBackend<Result>(_ body: (any DisplayBackend) -> Result) -> Result? { backend.map(body) }

  /// Turns all screens off and releases the devices; false if a device did not answer in time (`DisplayBackend.stop`).
  @discardableResult
  public func stop() -> Bool {
    presenters?.end()
    let isReleased = backend?.stop() ?? true
    presenters = nil
    backend = nil
    return isReleased
  }
}

/// A command of the main thread for the display thread. Each command names its screen. None waits for another screen.
public enum DisplayCommand: Sendable {
  /// Tests whether a mode would work. The reply is `DisplayReport.tested`.
  case test(ScreenID, CommitToken, ScreenMode)
  /// Sets a mode with a picture that was laid out for this geometry. The reply is `configured`.
  case configure(ScreenID, CommitToken, ScreenMode, OutputGeometry, LayerTree)
  /// Shows a tree that was laid out for this geometry of the configuration `token`. It is dropped if another configuration is in force. If
  /// a request is named, the reply is `presented`.
  case present(ScreenID, CommitToken, OutputGeometry, LayerTree, RequestID?)
  /// Shows a picture on each of these screens. Screens with equal refresh show it in the same refresh, others in their next. The pictures
  /// of a screen keep their order. The replies are those of `present`.
  case presentTogether([PresentOrder])
  /// Holds the current picture and its animations, until it is released.
  case freeze(ScreenID, Bool)
  /// Moves the pointer of a screen; nil hides it. A screen that turns dark loses its pointer.
  case movePointer(ScreenID, PointerPlace?)
  /// Reads the picture on the screen. The reply is `presented`, with pixels.
  case capture(ScreenID, RequestID)
  /// Reports each frame with its hash and the colours of `points` by `observed`, starting with the current one, until it is stopped.
  case observe(ScreenID, Bool, points: [PixelPoint] = [])
  /// The screen mirrors another one: its pictures move with the frames of the source. With nil, they move with its own frames again. Send
  /// it before the picture.
  case follow(ScreenID, source: ScreenID?)
  /// Turns the screen dark. The reply is `turnedOff`.
  case turnOff(ScreenID, CommitToken)
}

/// A picture for one screen, as in `DisplayCommand.present`.
public struct PresentOrder: Sendable {
  package var screen: ScreenID
  package var token: CommitToken
  /// The layout of its points on the pixels.
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

/// Identifies a request for a report of a shown picture.
public struct RequestID: RawRepresentable, Hashable, Sendable {
  /// The number, which the requester counts.
  public var rawValue: UInt64

  /// Makes an identifier from its number.
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
  /// A screen shows other played items than in the frame before.
  case played(PlayedFrame)
  /// An observed screen has a new frame.
  case observed(FlipRecord)
  /// The flips of a screen have stopped, and retries did not help. Configure it again; give up at last.
  case stalled(ScreenID, CommitToken)
  case notice(BackendNotice)
}
