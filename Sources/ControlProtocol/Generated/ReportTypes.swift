// Made by tools/varlink-gen from org.marquee.Display.varlink. Do not edit.
// swift-format-ignore-file

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

  enum CodingKeys: String, CodingKey {
    case state, processID, jobs, restarts
  }

  /// Writes every field; a missing value becomes null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(state, forKey: .state)
    try container.encode(processID, forKey: .processID)
    try container.encode(jobs, forKey: .jobs)
    try container.encode(restarts, forKey: .restarts)
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

/// The pictures of all videos since the daemon started.
public struct VideoCounterInfo: Codable, Hashable, Sendable {
  /// Pictures that a screen showed.
  public var shown: UInt64
  /// Refreshes that showed a picture once more, because the next one was late.
  public var repeated: UInt64
  /// Pictures that no screen showed.
  public var leftOut: UInt64
  /// Shown pictures that missed their first refresh.
  public var late: UInt64

  public init(shown: UInt64 = 0, repeated: UInt64 = 0, leftOut: UInt64 = 0, late: UInt64 = 0) {
    self.shown = shown
    self.repeated = repeated
    self.leftOut = leftOut
    self.late = late
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

  enum CodingKeys: String, CodingKey {
    case screen, flips, missed, modesets, recoveries, ageSeconds
  }

  /// Writes every field; a missing value becomes null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(screen, forKey: .screen)
    try container.encode(flips, forKey: .flips)
    try container.encode(missed, forKey: .missed)
    try container.encode(modesets, forKey: .modesets)
    try container.encode(recoveries, forKey: .recoveries)
    try container.encode(ageSeconds, forKey: .ageSeconds)
  }
}

/// A request to a display about its own power, and the display's answer.
public struct DisplayPowerInfo: Codable, Hashable, Sendable {
  /// The screen's name.
  public var screen: String
  /// The protocol of the request: `cec` or `ddc`.
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
  public var ageSeconds: Double?

  public init(
    screen: String, by: String = "cec", device: String? = nil, asked: String, told: String? = nil,
    message: String = "", ageSeconds: Double? = nil
  ) {
    self.screen = screen
    self.by = by
    self.device = device
    self.asked = asked
    self.told = told
    self.message = message
    self.ageSeconds = ageSeconds
  }

  enum CodingKeys: String, CodingKey {
    case screen, by, device, asked, told, message, ageSeconds
  }

  /// Writes every field; a missing value becomes null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(screen, forKey: .screen)
    try container.encode(by, forKey: .by)
    try container.encode(device, forKey: .device)
    try container.encode(asked, forKey: .asked)
    try container.encode(told, forKey: .told)
    try container.encode(message, forKey: .message)
    try container.encode(ageSeconds, forKey: .ageSeconds)
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

/// An accepted call that changes something, or several equal ones in a row.
public struct AuditInfo: Codable, Hashable, Sendable {
  /// The time of the first one, in UTC.
  public var time: String
  /// The time of the last one, in UTC.
  public var last: String
  /// How many there were.
  public var calls: Int
  /// The number of the caller's user.
  public var userID: Int
  /// The name of the user; nil if the machine's list of users does not have it.
  public var user: String?
  /// The caller's process.
  public var processID: Int
  /// The name of the process when it connected; empty if it had ended.
  public var program: String
  /// The method, as `Power`.
  public var method: String
  /// The screen; nil if the call names none.
  public var screen: String?
  /// The other parameters that are not private.
  public var arguments: [String: JSONValue]

  public init(
    time: String, last: String, calls: Int, userID: Int, user: String? = nil, processID: Int, program: String,
    method: String, screen: String? = nil, arguments: [String: JSONValue] = [:]
  ) {
    self.time = time
    self.last = last
    self.calls = calls
    self.userID = userID
    self.user = user
    self.processID = processID
    self.program = program
    self.method = method
    self.screen = screen
    self.arguments = arguments
  }

  enum CodingKeys: String, CodingKey {
    case time, last, calls, userID, user, processID, program, method, screen, arguments
  }

  /// Writes every field; a missing value becomes null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(time, forKey: .time)
    try container.encode(last, forKey: .last)
    try container.encode(calls, forKey: .calls)
    try container.encode(userID, forKey: .userID)
    try container.encode(user, forKey: .user)
    try container.encode(processID, forKey: .processID)
    try container.encode(program, forKey: .program)
    try container.encode(method, forKey: .method)
    try container.encode(screen, forKey: .screen)
    try container.encode(arguments, forKey: .arguments)
  }
}
