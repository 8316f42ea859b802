// Made by tools/varlink-gen from org.marquee.Display.varlink. Do not edit.
// swift-format-ignore-file

/// Subscribes to events, or continues an earlier subscription; needs `more`.
public struct EventsCall: ControlParameters, Hashable {
  public typealias Reply = EventInfo
  public static var method: ControlMethod { .events }
  public static var parameterNames: [String] { CodingKeys.names }

  /// The number of the last event that the client has; nil to begin with the full state.
  public var after: UInt64?
  /// The run of the daemon that sent that event, as the snapshot named it.
  public var run: String?

  public init(after: UInt64? = nil, run: String? = nil) {
    self.after = after
    self.run = run
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case after, run
  }
}

/// An event; also the reply to `Events`, one a message.
public struct EventInfo: ControlReply, Hashable {
  /// The event's name.
  public var event: EventName
  /// The event's number since the daemon started; the snapshot has the number of the last event before it.
  public var sequence: UInt64
  /// When it happened, on the kernel's monotonic clock.
  public var monotonicNanoseconds: UInt64
  /// The screen it is about.
  public var screen: String?
  /// The own name of the screen, as `Counter`; nil if the configuration gives it none.
  public var label: String?
  /// The app it is about.
  public var app: String?
  /// The scene session it is about.
  public var session: String?
  /// The scene it is about.
  public var scene: String?
  /// The role of the scene.
  public var role: String?
  /// Why it happened, if that is known.
  public var reason: String?
  /// The current mode, for `screenModeDidChange`.
  public var mode: ScreenModeInfo?
  /// The list of modes, for `screenModesDidChange`.
  public var modes: [ScreenModeInfo]?
  /// The flip that showed it, a list of one, for `sceneDidPresent`.
  public var presented: [PresentedFrame]?
  /// The whole screen, for `screenDidConnect`.
  public var screenInfo: ScreenInfo?
  /// The run of the daemon to which the numbers belong, for `snapshot` and `resumed`.
  public var run: String?
  /// The full state, for `snapshot`.
  public var snapshot: StateSnapshot?

  public init(
    event: EventName, sequence: UInt64, monotonicNanoseconds: UInt64, screen: String? = nil, label: String? = nil,
    app: String? = nil, session: String? = nil, scene: String? = nil, role: String? = nil, reason: String? = nil,
    mode: ScreenModeInfo? = nil, modes: [ScreenModeInfo]? = nil, presented: [PresentedFrame]? = nil,
    screenInfo: ScreenInfo? = nil, run: String? = nil, snapshot: StateSnapshot? = nil
  ) {
    self.event = event
    self.sequence = sequence
    self.monotonicNanoseconds = monotonicNanoseconds
    self.screen = screen
    self.label = label
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

/// Waits until a condition holds on a screen, which need not be connected.
public struct WaitCall: ControlParameters, Hashable {
  public typealias Reply = WaitReply
  public static var method: ControlMethod { .wait }
  public static var parameterNames: [String] { CodingKeys.names }

  /// The screen's name, as `HDMI-A-1`.
  public var screen: String
  /// The condition.
  public var condition: WaitCondition
  /// How long to wait at most, up to 86400; nil for ever.
  public var timeoutSeconds: Double?
  /// For `stable`, the time without a new frame; nil for half a second.
  public var forSeconds: Double?
  /// For `pixel`, the greatest allowed difference of a channel; nil for 0.
  public var tolerance: Int?

  public init(
    screen: String, condition: WaitCondition, timeoutSeconds: Double? = nil, forSeconds: Double? = nil,
    tolerance: Int? = nil
  ) {
    self.screen = screen
    self.condition = condition
    self.timeoutSeconds = timeoutSeconds
    self.forSeconds = forSeconds
    self.tolerance = tolerance
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case screen, condition, timeoutSeconds, forSeconds, tolerance
  }
}

/// Answers `Wait` once the condition holds.
public struct WaitReply: ControlReply, Hashable {
  /// The screen's name.
  public var screen: String
  /// The condition that holds.
  public var condition: WaitCondition
  /// The screen's mode; nil if none is applied.
  public var mode: ScreenModeInfo?
  /// The identifier of its scene; nil if there is none.
  public var scene: String?
  /// The newest frame that is known to be on the screen; empty if there is none.
  public var presented: [PresentedFrame]

  public init(
    screen: String, condition: WaitCondition, mode: ScreenModeInfo? = nil, scene: String? = nil,
    presented: [PresentedFrame] = []
  ) {
    self.screen = screen
    self.condition = condition
    self.mode = mode
    self.scene = scene
    self.presented = presented
  }

  enum CodingKeys: String, CodingKey {
    case screen, condition, mode, scene, presented
  }

  /// Writes every field; a missing value becomes null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(screen, forKey: .screen)
    try container.encode(condition, forKey: .condition)
    try container.encode(mode, forKey: .mode)
    try container.encode(scene, forKey: .scene)
    try container.encode(presented, forKey: .presented)
  }
}
