public import DisplayTypes

/// The fixed data of a proof: connectors, displays and apps that never change, and the settings of the file.
public struct Household: Hashable, Sendable {
  /// The use of a connector in the file.
  public enum Use: String, Hashable, Sendable {
    case external
    case main
    case console
    case dark
  }

  /// A place to plug displays into.
  public struct Connector: Hashable, Sendable {
    /// Its name, as `HDMI-A-1`.
    public var name: String
    /// The use of the connector in the file.
    public var use: Use
    /// The foreground app of the connector in the file; nil if the file names none.
    public var app: String?
    /// The support of external displays on the connector in the file; nil if the file sets none.
    public var support: ExternalSupport?

    /// Makes one.
    public init(name: String, use: Use, app: String? = nil, support: ExternalSupport? = nil) {
      self.name = name
      self.use = use
      self.app = app
      self.support = support
    }
  }

  /// A display that can be plugged in.
  public struct Display: Hashable, Sendable {
    /// The identity in its EDID. Two displays may have the same.
    public var identity: DisplayIdentity

    /// Makes one.
    public init(identity: DisplayIdentity) { self.identity = identity }
  }

  /// An owner of content.
  public struct HouseholdApp: Hashable, Sendable {
    /// Unique.
    public var name: String
    /// It has a configuration for external displays.
    public var hasScene: Bool
    /// Whether it is shown if the foreground app has no picture.
    public var isFallback: Bool
    /// It covers everything.
    public var isAlarm: Bool
    /// The support of external displays while it is in the foreground, from the file; nil if the file sets none.
    public var support: ExternalSupport?
    /// The colour of its scenes, unless a call asks for another content.
    public var color: Color
    /// The picture of its screens after its controller has gone; nil for an app of the file, which needs no controller.
    public var loss: Loss?
  }

  /// The setting of an app's manifest for the time without its controller.
  public enum Loss: String, Hashable, Sendable, CaseIterable {
    case keep
    case fallback
    case blank
  }

  /// The connectors for displays.
  public var connectors: [Connector]
  /// The displays that can be plugged in.
  public var displays: [Display]
  /// In the order of the file.
  public var apps: [HouseholdApp]
  /// The foreground app of the file.
  public var foreground: String
  /// How many scenes with a window may wait in the background.
  public var backgroundScenes: Int
  /// The colour of the idle frame.
  public var idle: Color

  /// A panel, three connectors for displays, one for the console, and one that stays dark. Seven displays: two are twins, one belongs to
  /// the panel.
  public static let usual = Household(
    connectors: [
      Connector(name: "eDP-1", use: .main), Connector(name: "HDMI-A-1", use: .external),
      Connector(name: "HDMI-A-2", use: .external), Connector(name: "DP-1", use: .external, app: "menu"),
      Connector(name: "DP-2", use: .console), Connector(name: "DP-3", use: .dark),
    ],
    displays: ["panel", "one", "two", "three", "four", "twin", "twin"].map { serial in
      Display(identity: DisplayIdentity(make: "TST", model: "Proof", serial: serial))
    },
    apps: [
      app("slides", red: 0x20), app("menu", red: 0x40, support: .mirror), app("lobby", red: 0x60, isFallback: true),
      app("news", red: 0x80, isFallback: true), app("remote", red: 0xA0, hasScene: false),
      app("alarm", red: 0xC0, isAlarm: true), app("guest", red: 0xD0, isFallback: true, loss: .keep),
      app("stand", red: 0xE0, loss: .fallback), app("board", red: 0xF0, loss: .blank),
    ], foreground: "slides", backgroundScenes: 3, idle: Color(red: 0, green: 0, blue: 0x60))

  private static func app(
    _ name: String, red: UInt8, hasScene: Bool = true, isFallback: Bool = false, isAlarm: Bool = false,
    support: ExternalSupport? = nil, loss: Loss? = nil
  ) -> HouseholdApp {
    HouseholdApp(
      name: name, hasScene: hasScene, isFallback: isFallback, isAlarm: isAlarm, support: support,
      color: Color(red: red, green: 0, blue: 0), loss: loss)
  }

  /// The app of that name.
  public func app(_ name: String) -> HouseholdApp? { apps.first { $0.name == name } }

  /// The connector of that name.
  public func connector(_ name: String) -> Connector? { connectors.first { $0.name == name } }

  /// Whether another display has the same identity.
  public func isTwin(_ display: Int) -> Bool {
    displays.count { $0.identity == displays[display].identity } > 1
  }
}
