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
  /// The configuration file; nil where the daemon has none.
  public var configurationFile: String?
  /// Connected screens.
  public var screens: Int
  /// The cards.
  public var devices: [DeviceInfo]
  /// The rasteriser's state.
  public var rasterizer: RasterizerInfo
  /// Counters since the start.
  public var counters: CounterInfo
  /// What each connected screen has done.
  public var frames: [FramesInfo]
  /// What displays were asked to do about their own power; only those that were.
  public var displayPower: [DisplayPowerInfo]
  /// Whether the machine's clock is known to be right.
  public var clockRight: Bool
  /// Workers that lack a part of their sandbox; only those that have reported it.
  public var sandboxes: [SandboxInfo]
  /// What is not as it should be, each as a sentence.
  public var warnings: [String]

  /// Makes one from its fields.
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

  /// Reads one; what an older daemon does not tell is empty.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      version: try container.decode(String.self, forKey: .version),
      processID: try container.decode(Int.self, forKey: .processID),
      uptimeSeconds: try container.decode(Double.self, forKey: .uptimeSeconds),
      backend: try container.decode(String.self, forKey: .backend),
      configurationFile: try container.decodeIfPresent(String.self, forKey: .configurationFile),
      screens: try container.decode(Int.self, forKey: .screens),
      devices: try container.decode([DeviceInfo].self, forKey: .devices),
      rasterizer: try container.decode(RasterizerInfo.self, forKey: .rasterizer),
      counters: try container.decode(CounterInfo.self, forKey: .counters),
      frames: try container.decodeIfPresent([FramesInfo].self, forKey: .frames) ?? [],
      displayPower: try container.decodeIfPresent([DisplayPowerInfo].self, forKey: .displayPower) ?? [],
      // One that did not look does not know.
      clockRight: try container.decodeIfPresent(Bool.self, forKey: .clockRight) ?? false,
      sandboxes: try container.decodeIfPresent([SandboxInfo].self, forKey: .sandboxes) ?? [],
      warnings: try container.decode([String].self, forKey: .warnings))
  }
}
