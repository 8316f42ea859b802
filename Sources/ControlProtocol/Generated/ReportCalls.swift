// Made by tools/varlink-gen from org.marquee.Display.varlink. Do not edit.
// swift-format-ignore-file

/// Asks for the proof of play.
public struct PlaysCall: ControlParameters, Hashable {
  public typealias Reply = PlaysReply
  public static var method: ControlMethod { .plays }
  public static var parameterNames: [String] { CodingKeys.names }

  /// Only plays that began then or later: a moment in ISO 8601 with its offset, or a day of the machine's time zone.
  public var since: String?
  /// Only plays that began then or before; a day counts as a whole.
  public var until: String?
  /// Only on this screen.
  public var screen: String?

  public init(since: String? = nil, until: String? = nil, screen: String? = nil) {
    self.since = since
    self.until = until
    self.screen = screen
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case since, until, screen
  }
}

/// Answers `Plays`: with the newest plays, or, if the call says `more`, with a piece of all of them.
public struct PlaysReply: ControlReply, Hashable {
  /// By their first flips, the oldest first; in a piece in the order in which they ended.
  public var plays: [PlayInfo]
  /// Whether there are more, of which these are the newest.
  public var isCut: Bool
  /// Plays that could not be kept since the daemon started, as a sentence; nil if all were kept, and in each piece but
  /// the last.
  public var warning: String?

  public init(plays: [PlayInfo], isCut: Bool, warning: String? = nil) {
    self.plays = plays
    self.isCut = isCut
    self.warning = warning
  }
}

/// Applies the changed configuration file; a file with an error changes nothing.
public struct ReloadCall: ControlParameters, Hashable {
  public typealias Reply = ReloadReply
  public static var method: ControlMethod { .reload }
  public static var parameterNames: [String] { [] }

  public init() {}
}

/// Answers `Reload`.
public struct ReloadReply: ControlReply, Hashable {
  /// The configuration file; nil if the daemon has none.
  public var file: String?
  /// The changes, each as a sentence; empty if the file has the same meaning as before.
  public var changes: [String]

  public init(file: String? = nil, changes: [String]) {
    self.file = file
    self.changes = changes
  }
}

/// Subscribes to events, or continues an earlier subscription; needs `more`.
public struct EventsCall: ControlParameters, Hashable {
  public typealias Reply = EventInfo
  public static var method: ControlMethod { .events }
  public static var parameterNames: [String] { CodingKeys.names }

  /// The number of the last event that was seen; nil to begin with the full state.
  public var after: UInt64?
  /// The life of the daemon in which that was, from its snapshot.
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
  /// The flip that showed it, for `sceneDidPresent`.
  public var presented: PresentedFrame?
  /// The whole screen, for `screenDidConnect`.
  public var screenInfo: ScreenInfo?
  /// The life of the daemon in which the numbers count, for `snapshot` and `resumed`.
  public var run: String?
  /// The full state, for `snapshot`.
  public var snapshot: StateSnapshot?

  public init(
    event: EventName, sequence: UInt64, monotonicNanoseconds: UInt64, screen: String? = nil, app: String? = nil,
    session: String? = nil, scene: String? = nil, role: String? = nil, reason: String? = nil,
    mode: ScreenModeInfo? = nil, modes: [ScreenModeInfo]? = nil, presented: PresentedFrame? = nil,
    screenInfo: ScreenInfo? = nil, run: String? = nil, snapshot: StateSnapshot? = nil
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

/// Asks how the daemon is.
public struct StatusCall: ControlParameters, Hashable {
  public typealias Reply = StatusReply
  public static var method: ControlMethod { .status }
  public static var parameterNames: [String] { [] }

  public init() {}
}

/// Answers `Status`.
public struct StatusReply: ControlReply, Hashable {
  /// The daemon's version.
  public var version: String
  /// The daemon's process identifier.
  public var processID: Int
  /// Seconds since the daemon started.
  public var uptimeSeconds: Double
  /// The backend: `kms` or `simulated`.
  public var backend: String
  /// The configuration file; nil if the daemon has none.
  public var configurationFile: String?
  /// Connected screens.
  public var screens: Int
  /// The cards.
  public var devices: [DeviceInfo]
  /// The rasteriser's state.
  public var rasterizer: RasterizerInfo
  /// Counters since the start.
  public var counters: CounterInfo
  /// The frames of each connected screen.
  public var frames: [FramesInfo]
  /// The displays that were asked to change their own power.
  public var displayPower: [DisplayPowerInfo]
  /// Whether the machine's clock is known to be right.
  public var clockRight: Bool
  /// Workers that lack a part of their sandbox; only those that have reported it.
  public var sandboxes: [SandboxInfo]
  /// The present problems, each as a sentence.
  public var warnings: [String]

  public init(
    version: String, processID: Int, uptimeSeconds: Double, backend: String, configurationFile: String? = nil,
    screens: Int, devices: [DeviceInfo], rasterizer: RasterizerInfo, counters: CounterInfo,
    frames: [FramesInfo] = [], displayPower: [DisplayPowerInfo] = [], clockRight: Bool = true,
    sandboxes: [SandboxInfo] = [], warnings: [String] = []
  ) {
    self.version = version
    self.processID = processID
    self.uptimeSeconds = uptimeSeconds
    self.backend = backend
    self.configurationFile = configurationFile
    self.screens = screens
    self.devices = devices
    self.rasterizer = rasterizer
    self.counters = counters
    self.frames = frames
    self.displayPower = displayPower
    self.clockRight = clockRight
    self.sandboxes = sandboxes
    self.warnings = warnings
  }

  enum CodingKeys: String, CodingKey {
    case version, processID, uptimeSeconds, backend, configurationFile, screens, devices, rasterizer, counters, frames,
      displayPower, clockRight, sandboxes, warnings
  }

  /// Reads one.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.version = try container.decode(String.self, forKey: .version)
    self.processID = try container.decode(Int.self, forKey: .processID)
    self.uptimeSeconds = try container.decode(Double.self, forKey: .uptimeSeconds)
    self.backend = try container.decode(String.self, forKey: .backend)
    self.configurationFile = try container.decodeIfPresent(String.self, forKey: .configurationFile)
    self.screens = try container.decode(Int.self, forKey: .screens)
    self.devices = try container.decode([DeviceInfo].self, forKey: .devices)
    self.rasterizer = try container.decode(RasterizerInfo.self, forKey: .rasterizer)
    self.counters = try container.decode(CounterInfo.self, forKey: .counters)
    self.frames = try container.decodeIfPresent([FramesInfo].self, forKey: .frames) ?? []
    self.displayPower = try container.decodeIfPresent([DisplayPowerInfo].self, forKey: .displayPower) ?? []
    self.clockRight = try container.decodeIfPresent(Bool.self, forKey: .clockRight) ?? false
    self.sandboxes = try container.decodeIfPresent([SandboxInfo].self, forKey: .sandboxes) ?? []
    self.warnings = try container.decode([String].self, forKey: .warnings)
  }
}

/// Asks what a configuration would change, without applying it.
public struct PlanCall: ControlParameters, Hashable {
  public typealias Reply = PlanReply
  public static var method: ControlMethod { .plan }
  public static var parameterNames: [String] { CodingKeys.names }

  /// The text of the configuration file.
  public var configuration: String
  /// The file's whole path, for messages, and for the files that it names.
  public var file: String

  public init(configuration: String, file: String) {
    self.configuration = configuration
    self.file = file
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case configuration, file
  }
}

/// Answers `Plan`.
public struct PlanReply: ControlReply, Hashable {
  /// The changes, as `Reload` would return them; empty if there are none.
  public var changes: [String]
  /// The effect on each connected screen.
  public var screens: [ScreenPlanInfo]
  /// The media that it names and that cannot be shown, each as a sentence with file and line.
  public var warnings: [String]

  public init(changes: [String], screens: [ScreenPlanInfo], warnings: [String] = []) {
    self.changes = changes
    self.screens = screens
    self.warnings = warnings
  }

  enum CodingKeys: String, CodingKey {
    case changes, screens, warnings
  }

  /// Reads one.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.changes = try container.decode([String].self, forKey: .changes)
    self.screens = try container.decode([ScreenPlanInfo].self, forKey: .screens)
    self.warnings = try container.decodeIfPresent([String].self, forKey: .warnings) ?? []
  }
}

/// Asks for a report: all that has decided about what is shown.
public struct ReportCall: ControlParameters, Hashable {
  public typealias Reply = ReportReply
  public static var method: ControlMethod { .report }
  public static var parameterNames: [String] { [] }

  public init() {}
}

/// Answers `Report`.
public struct ReportReply: ControlReply, Hashable {
  /// The report as JSON, for a file: `marqueed --replay` reads it.
  public var report: String

  public init(report: String) {
    self.report = report
  }
}
