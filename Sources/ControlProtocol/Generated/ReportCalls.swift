// Made by tools/varlink-gen from org.marquee.Display.varlink. Do not edit.
// swift-format-ignore-file

/// Asks for the state of the daemon.
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
  /// The time zone of the configuration, as `Europe/Berlin`; nil for the machine's zone.
  public var zone: String?
  /// The language of weekdays and months, as `de`; nil for English.
  public var language: String?
  /// The pictures of all videos since the start; nil from an older daemon.
  public var videos: VideoCounterInfo?

  public init(
    version: String, processID: Int, uptimeSeconds: Double, backend: String, configurationFile: String? = nil,
    screens: Int, devices: [DeviceInfo], rasterizer: RasterizerInfo, counters: CounterInfo,
    frames: [FramesInfo] = [], displayPower: [DisplayPowerInfo] = [], clockRight: Bool = true,
    sandboxes: [SandboxInfo] = [], warnings: [String] = [], zone: String? = nil, language: String? = nil,
    videos: VideoCounterInfo? = nil
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
    self.zone = zone
    self.language = language
    self.videos = videos
  }

  enum CodingKeys: String, CodingKey {
    case version, processID, uptimeSeconds, backend, configurationFile, screens, devices, rasterizer, counters, frames,
      displayPower, clockRight, sandboxes, warnings, zone, language, videos
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
    self.zone = try container.decodeIfPresent(String.self, forKey: .zone)
    self.language = try container.decodeIfPresent(String.self, forKey: .language)
    self.videos = try container.decodeIfPresent(VideoCounterInfo.self, forKey: .videos)
  }

  /// Writes every field; a missing value becomes null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(version, forKey: .version)
    try container.encode(processID, forKey: .processID)
    try container.encode(uptimeSeconds, forKey: .uptimeSeconds)
    try container.encode(backend, forKey: .backend)
    try container.encode(configurationFile, forKey: .configurationFile)
    try container.encode(screens, forKey: .screens)
    try container.encode(devices, forKey: .devices)
    try container.encode(rasterizer, forKey: .rasterizer)
    try container.encode(counters, forKey: .counters)
    try container.encode(frames, forKey: .frames)
    try container.encode(displayPower, forKey: .displayPower)
    try container.encode(clockRight, forKey: .clockRight)
    try container.encode(sandboxes, forKey: .sandboxes)
    try container.encode(warnings, forKey: .warnings)
    try container.encode(zone, forKey: .zone)
    try container.encode(language, forKey: .language)
    try container.encode(videos, forKey: .videos)
  }
}

/// Asks for the accepted calls that changed something, with their callers.
public struct AuditCall: ControlParameters, Hashable {
  public typealias Reply = AuditReply
  public static var method: ControlMethod { .audit }
  public static var parameterNames: [String] { CodingKeys.names }

  /// A moment in ISO 8601 with its offset, or a time until now, as `1h`; nil for all.
  public var since: String?

  public init(since: String? = nil) {
    self.since = since
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case since
  }
}

/// Answers `Audit`.
public struct AuditReply: ControlReply, Hashable {
  /// The calls, the oldest first.
  public var calls: [AuditInfo]

  public init(calls: [AuditInfo]) {
    self.calls = calls
  }
}

/// Asks for a report: everything that has decided about the pictures.
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
