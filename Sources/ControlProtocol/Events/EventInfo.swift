/// An event; also the reply to `Events`, one a message.
public struct EventInfo: ControlReply, Hashable {
  /// What happened.
  public var event: EventName
  /// The event's number since the daemon started; the snapshot has that of the last event before it.
  public var sequence: UInt64
  /// When it happened, on the kernel's monotonic clock.
  public var monotonicNanoseconds: UInt64
  /// The screen it is about.
  public var screen: String?
  /// The app it is about.
  public var app: String?
  /// The scene session it is about.
  public var session: String?
  /// The scene it is about.
  public var scene: String?
  /// The role of the scene.
  public var role: String?
  /// Why it happened, where that can be told.
  public var reason: String?
  /// The current mode, for `screenModeDidChange`.
  public var mode: ScreenModeInfo?
  /// The list of modes, for `screenModesDidChange`.
  public var modes: [ScreenModeInfo]?
  /// The flip that showed it, for `sceneDidPresent`.
  public var presented: PresentedFrame?
  /// The whole screen, for `screenDidConnect`.
  public var screenInfo: ScreenInfo?
  /// The life of the daemon in which the numbers count, for `snapshot` and `resumed`.
  public var run: String?
  /// The full state, for `snapshot`.
  public var snapshot: StateSnapshot?

  /// Makes one from its fields.
  public init(
    event: EventName, sequence: UInt64, monotonicNanoseconds: UInt64, screen: String? = nil, app: String? = nil,
    session: String? = nil, scene: String? = nil, role: String? = nil, reason: String? = nil,
    mode: ScreenModeInfo? = nil,
    modes: [ScreenModeInfo]? = nil, presented: PresentedFrame? = nil, screenInfo: ScreenInfo? = nil,
    run: String? = nil, snapshot: StateSnapshot? = nil
  ) {
    self.event = event
    self.sequence = sequence
    self.monotonicNanoseconds = monotonicNanoseconds
    self.screen = screen
    self.app = app
    self.session = session
    self.scene = scene
    self.role = role
    self.reason = reason
    self.mode = mode
    self.modes = modes
    self.presented = presented
    self.screenInfo = screenInfo
    self.run = run
    self.snapshot = snapshot
  }
}
