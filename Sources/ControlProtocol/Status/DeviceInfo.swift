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

  /// Makes one from its fields.
  public init(path: String, driver: String, interface: String, master: Bool, screens: [String] = []) {
    self.path = path
    self.driver = driver
    self.interface = interface
    self.master = master
    self.screens = screens
  }
}
