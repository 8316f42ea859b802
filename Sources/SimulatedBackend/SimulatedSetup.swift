/// The simulated device: which connectors it has, and how many screens it can light at a time.
public struct SimulatedSetup: Hashable, Sendable {
  /// What the first part of a name makes of a connector: `HDMI-A`, `DVI-D` or `DP` always have an EDID, `eDP`, `LVDS`, `DSI` and
  /// `DPI` are built in, any other is an external connector that may lack an EDID, as `VGA` or `Virtual`.
  public var connectors: [String]
  /// How many connectors can be lit at a time; nil for all.
  public var crtcCount: Int?
  /// The device's name, in place of a device file.
  public var device: String
  /// Connectors on which a display has had an EDID in an earlier life of the daemon.
  public var connectorsWithEDID: Set<String> = []

  /// Describes a device; names that come twice count once.
  public init(
    connectors: [String] = ["HDMI-A-1", "HDMI-A-2", "DP-1", "DP-2"], crtcCount: Int? = nil, device: String = "simulated"
  ) {
    var seen: Set<String> = []
    self.connectors = connectors.filter { seen.insert($0).inserted }
    self.crtcCount = crtcCount
    self.device = device
  }
}
