/// A screen: a connected display with its identity and its modes.
public struct ScreenInfo: Codable, Hashable, Sendable {
  /// The connector's name, as `HDMI-A-1`: unique on the machine.
  public var name: String
  /// The device file of its card, as `/dev/dri/card0`, or `simulated`.
  public var device: String
  /// Whether a display is there.
  public var status: ScreenStatus
  /// Whether the EDID could not be read yet, so that modes and identity are guesses.
  public var guessed: Bool
  /// The three-letter identifier of the maker; empty where it is unknown.
  public var make: String
  /// The display's name or product code; empty where it is unknown.
  public var model: String
  /// The serial text or number; empty where there is none.
  public var serial: String
  /// The picture's size; nil where it is unknown.
  public var physicalSize: PhysicalSizeInfo?
  /// Pixels a point.
  public var scale: Double
  /// The mode that is applied; nil while the screen is off.
  public var currentMode: ScreenModeInfo?
  /// The display's preferred mode; nil where it has no modes.
  public var preferredMode: ScreenModeInfo?
  /// All that can be shown.
  public var availableModes: [ScreenModeInfo]
  /// The name of the screen that it mirrors; nil where it shows its own picture.
  public var mirroredScreen: String?
  /// The identifier of the scene on it; nil where there is none.
  public var scene: String?

  /// Makes one from its fields.
  public init(
    name: String, device: String, status: ScreenStatus = .connected, guessed: Bool = false, make: String = "",
    model: String = "", serial: String = "", physicalSize: PhysicalSizeInfo? = nil, scale: Double = 1,
    currentMode: ScreenModeInfo? = nil, preferredMode: ScreenModeInfo? = nil, availableModes: [ScreenModeInfo] = [],
    mirroredScreen: String? = nil, scene: String? = nil
  ) {
    self.name = name
    self.device = device
    self.status = status
    self.guessed = guessed
    self.make = make
    self.model = model
    self.serial = serial
    self.physicalSize = physicalSize
    self.scale = scale
    self.currentMode = currentMode
    self.preferredMode = preferredMode
    self.availableModes = availableModes
    self.mirroredScreen = mirroredScreen
    self.scene = scene
  }

  /// Writes every field; what is missing becomes null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(device, forKey: .device)
    try container.encode(status, forKey: .status)
    try container.encode(guessed, forKey: .guessed)
    try container.encode(make, forKey: .make)
    try container.encode(model, forKey: .model)
    try container.encode(serial, forKey: .serial)
    try container.encode(physicalSize, forKey: .physicalSize)
    try container.encode(scale, forKey: .scale)
    try container.encode(currentMode, forKey: .currentMode)
    try container.encode(preferredMode, forKey: .preferredMode)
    try container.encode(availableModes, forKey: .availableModes)
    try container.encode(mirroredScreen, forKey: .mirroredScreen)
    try container.encode(scene, forKey: .scene)
  }

  enum CodingKeys: String, CodingKey {
    case name, device, status, guessed, make, model, serial, physicalSize, scale, currentMode, preferredMode,
      availableModes, mirroredScreen, scene
  }
}
