// Made by tools/varlink-gen from org.marquee.Display.varlink. Do not edit.
// swift-format-ignore-file

/// A connector of the simulated backend.
public struct SimulatedConnectorInfo: Codable, Hashable, Sendable {
  /// The connector's name, as `HDMI-A-1`.
  public var name: String
  /// Whether it is the connector of an internal panel. Without a display the machine has no panel.
  public var builtIn: Bool
  /// Whether a display is plugged in.
  public var connected: Bool
  /// The mode in force; nil while it is dark.
  public var mode: ScreenModeInfo?

  public init(name: String, builtIn: Bool, connected: Bool, mode: ScreenModeInfo? = nil) {
    self.name = name
    self.builtIn = builtIn
    self.connected = connected
    self.mode = mode
  }

  enum CodingKeys: String, CodingKey {
    case name, builtIn, connected, mode
  }

  /// Writes every field; a missing value becomes null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(builtIn, forKey: .builtIn)
    try container.encode(connected, forKey: .connected)
    try container.encode(mode, forKey: .mode)
  }
}
