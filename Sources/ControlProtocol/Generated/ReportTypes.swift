// Made by tools/varlink-gen from org.marquee.Display.varlink. Do not edit.
// swift-format-ignore-file

/// An item of a content that was on a screen, or that was skipped.
public struct PlayInfo: Codable, Hashable, Sendable {
  /// The screen's name; empty for what was skipped.
  public var screen: String
  /// The identifier of the session.
  public var session: String
  /// The item's name, with the names of the playlists and schedules around it.
  public var item: String
  /// Its file, or its kind.
  public var content: String
  /// The time of day of its first flip, as ISO 8601 has it.
  public var firstFlip: String
  /// The time of day of the last flip with it.
  public var lastFlip: String
  /// The time of day of the flip that replaced it.
  public var end: String
  /// The first flip on the monotonic clock.
  public var firstFlipNanoseconds: Int64
  /// The last flip with it on the monotonic clock.
  public var lastFlipNanoseconds: Int64
  /// The flip that took it away on the monotonic clock.
  public var endNanoseconds: Int64
  /// How many flips showed it.
  public var flips: Int64
  /// How it ended.
  public var ending: String
  /// Why it was skipped; empty for all others.
  public var reason: String
  /// Whether a timestamp is our clock's, since the driver gave none.
  public var estimated: Bool
  /// Whether the time of day was known to be right.
  public var clockRight: Bool

  public init(
    screen: String, session: String, item: String, content: String, firstFlip: String, lastFlip: String,
    end: String, firstFlipNanoseconds: Int64, lastFlipNanoseconds: Int64, endNanoseconds: Int64, flips: Int64,
    ending: String, reason: String, estimated: Bool, clockRight: Bool
  ) {
    self.screen = screen
    self.session = session
    self.item = item
    self.content = content
    self.firstFlip = firstFlip
    self.lastFlip = lastFlip
    self.end = end
    self.firstFlipNanoseconds = firstFlipNanoseconds
    self.lastFlipNanoseconds = lastFlipNanoseconds
    self.endNanoseconds = endNanoseconds
    self.flips = flips
    self.ending = ending
    self.reason = reason
    self.estimated = estimated
    self.clockRight = clockRight
  }
}

/// A card, or what stands for one.
public struct DeviceInfo: Codable, Hashable, Sendable {
  /// The device file, or `simulated`.
  public var path: String
  /// The driver's name.
  public var driver: String
  /// The kernel interface in use: `atomic`, `legacy` or `simulated`.
  public var interface: String
  /// Whether the daemon may set modes on it now.
  public var master: Bool
  /// The screens connected to it.
  public var screens: [String]

  public init(path: String, driver: String, interface: String, master: Bool, screens: [String] = []) {
    self.path = path
    self.driver = driver
    self.interface = interface
    self.master = master
    self.screens = screens
  }
}

/// The worker that turns text and images into bitmaps.
public struct RasterizerInfo: Codable, Hashable, Sendable {
  /// The state of the process.
  public var state: RasterizerState
  /// Its process identifier; nil while it is not running.
  public var processID: Int?
  /// Jobs done since the daemon started.
  public var jobs: UInt64
  /// How often it died and was started again.
  public var restarts: UInt64

  public init(state: RasterizerState, processID: Int? = nil, jobs: UInt64 = 0, restarts: UInt64 = 0) {
    self.state = state
    self.processID = processID
    self.jobs = jobs
    self.restarts = restarts
  }
}

/// The state of the rasteriser's process.
public enum RasterizerState: String, Codable, Hashable, Sendable, CaseIterable {
  /// Not running: there is nothing to do.
  case idle
  /// Running.
  case running
  /// It died and waits to be started again.
  case restarting
  /// It cannot be started.
  case failed

  /// Reads a case by its name; throws `ControlError.invalidValue`, which lists all, for any other.
  public init(from decoder: any Decoder) throws {
    self = try decoder.name(of: "state")
  }
}

/// Counters since the daemon started.
public struct CounterInfo: Codable, Hashable, Sendable {
  /// Frames presented.
  public var flips: UInt64
  /// Refreshes missed while frames were due.
  public var missed: UInt64
  /// Frames replaced before they were shown.
  public var superseded: UInt64
  /// Frames thrown away.
  public var discarded: UInt64
  /// Modesets.
  public var modesets: UInt64
  /// Recoveries from a flip that never ended.
  public var recoveries: UInt64
  /// How often a process died that reads pictures or decks.
  public var readerDeaths: UInt64
  /// Events sent.
  public var events: UInt64
  /// Control connections accepted.
  public var connections: UInt64
  /// Requests received.
  public var requests: UInt64
  /// Requests refused for lack of access.
  public var refusals: UInt64
  /// Streams ended because their reader had stopped reading.
  public var droppedReaders: UInt64

  public init(
    flips: UInt64 = 0, missed: UInt64 = 0, superseded: UInt64 = 0, discarded: UInt64 = 0, modesets: UInt64 = 0,
    recoveries: UInt64 = 0, readerDeaths: UInt64 = 0, events: UInt64 = 0, connections: UInt64 = 0,
    requests: UInt64 = 0, refusals: UInt64 = 0, droppedReaders: UInt64 = 0
  ) {
    self.flips = flips
    self.missed = missed
    self.superseded = superseded
    self.discarded = discarded
    self.modesets = modesets
    self.recoveries = recoveries
    self.readerDeaths = readerDeaths
    self.events = events
    self.connections = connections
    self.requests = requests
    self.refusals = refusals
    self.droppedReaders = droppedReaders
  }

  enum CodingKeys: String, CodingKey {
    case flips, missed, superseded, discarded, modesets, recoveries, readerDeaths, events, connections, requests,
      refusals, droppedReaders
  }

  /// Reads one.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.flips = try container.decode(UInt64.self, forKey: .flips)
    self.missed = try container.decode(UInt64.self, forKey: .missed)
    self.superseded = try container.decode(UInt64.self, forKey: .superseded)
    self.discarded = try container.decode(UInt64.self, forKey: .discarded)
    self.modesets = try container.decode(UInt64.self, forKey: .modesets)
    self.recoveries = try container.decode(UInt64.self, forKey: .recoveries)
    self.readerDeaths = try container.decodeIfPresent(UInt64.self, forKey: .readerDeaths) ?? 0
    self.events = try container.decode(UInt64.self, forKey: .events)
    self.connections = try container.decode(UInt64.self, forKey: .connections)
    self.requests = try container.decode(UInt64.self, forKey: .requests)
    self.refusals = try container.decode(UInt64.self, forKey: .refusals)
    self.droppedReaders = try container.decode(UInt64.self, forKey: .droppedReaders)
  }
}

/// The frames of one screen since its display was connected.
public struct FramesInfo: Codable, Hashable, Sendable {
  /// The screen's name.
  public var screen: String
  /// Frames presented.
  public var flips: UInt64
  /// Refreshes missed while frames were due.
  public var missed: UInt64
  /// Modesets.
  public var modesets: UInt64
  /// Recoveries from a flip that never ended.
  public var recoveries: UInt64
  /// Seconds since the last frame; nil if there was none.
  public var ageSeconds: Double?

  public init(
    screen: String, flips: UInt64 = 0, missed: UInt64 = 0, modesets: UInt64 = 0, recoveries: UInt64 = 0,
    ageSeconds: Double? = nil
  ) {
    self.screen = screen
    self.flips = flips
    self.missed = missed
    self.modesets = modesets
    self.recoveries = recoveries
    self.ageSeconds = ageSeconds
  }
}

/// A request to a display about its own power, and the display's answer.
public struct DisplayPowerInfo: Codable, Hashable, Sendable {
  /// The screen's name.
  public var screen: String
  /// By what it was asked: `cec` or `ddc`.
  public var by: String
  /// The adapter's device, or that of the line to the monitor; nil if none was found.
  public var device: String?
  /// `on` or `standby`.
  public var asked: String
  /// Its last answer: `on`, `standby`, `turningOn`, `turningOff`; or why there is none: `silent`, `noAnswer`,
  /// `refused`, `otherInput`, `busy`, `noAddress`, `noAdapter`; nil while the daemon waits for it.
  public var told: String?
  /// The same as a sentence.
  public var message: String
  /// How long ago that was; nil if the daemon is older than this field.
  public var secondsAgo: Double?

  public init(
    screen: String, by: String = "cec", device: String? = nil, asked: String, told: String? = nil,
    message: String = "", secondsAgo: Double? = nil
  ) {
    self.screen = screen
    self.by = by
    self.device = device
    self.asked = asked
    self.told = told
    self.message = message
    self.secondsAgo = secondsAgo
  }
}

/// A worker that lacks a part of its sandbox, as its last process reported.
public struct SandboxInfo: Codable, Hashable, Sendable {
  /// The worker's program.
  public var worker: String
  /// Whether other files are kept from it (Landlock).
  public var files: Bool
  /// Whether calls of the kernel that it does not need are refused to it (seccomp).
  public var calls: Bool
  /// The missing parts and the reasons, a phrase for each part.
  public var reasons: [String]

  public init(worker: String, files: Bool, calls: Bool, reasons: [String]) {
    self.worker = worker
    self.files = files
    self.calls = calls
    self.reasons = reasons
  }
}

/// The effect of another configuration on a screen.
public struct ScreenPlanInfo: Codable, Hashable, Sendable {
  /// The screen's name.
  public var screen: String
  /// The changes, each as a sentence; empty if the screen stays as it is.
  public var changes: [String]
  /// Whether its mode would be set, so that the display is dark for a moment.
  public var modeset: Bool

  public init(screen: String, changes: [String] = [], modeset: Bool = false) {
    self.screen = screen
    self.changes = changes
    self.modeset = modeset
  }
}

/// The full state, as the first event of a stream carries it.
public struct StateSnapshot: Codable, Hashable, Sendable {
  /// The screens: the main screen first, then by arrival.
  public var screens: [ScreenInfo]
  /// The sessions.
  public var sessions: [SessionInfo]
  /// The apps.
  public var apps: [AppInfo]
  /// The name of the main screen; nil if there is none.
  public var mainScreen: String?

  public init(screens: [ScreenInfo], sessions: [SessionInfo], apps: [AppInfo], mainScreen: String? = nil) {
    self.screens = screens
    self.sessions = sessions
    self.apps = apps
    self.mainScreen = mainScreen
  }
}
