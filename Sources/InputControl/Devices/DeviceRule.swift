public import ModeSelection

/// Which devices are meant, and what is done with them.
public struct DeviceRule: Hashable, Sendable {
  /// Those whose names fit; nil for all.
  public var name: GlobPattern?
  /// Those of this kind; nil for all.
  public var kind: DeviceKind?
  /// Whether they are left alone.
  public var isIgnored: Bool
  /// Whether nobody else hears them.
  public var grabs: Bool
  /// The app whose application scenes get what a touch screen or a pointer does.
  public var app: String?
  /// The screen that a touch screen or a tablet belongs to; nil for what udev says, else for the one on which the app's scenes are.
  public var screen: String?
  /// What its keys do, before the map for all.
  public var keys: KeyMap

  /// Makes one from its fields.
  public init(
    name: GlobPattern? = nil, kind: DeviceKind? = nil, isIgnored: Bool = false, grabs: Bool = false, app: String? = nil,
    screen: String? = nil, keys: KeyMap = KeyMap()
  ) {
    self.name = name
    self.kind = kind
    self.isIgnored = isIgnored
    self.grabs = grabs
    self.app = app
    self.screen = screen
    self.keys = keys
  }

  /// Whether a device is meant.
  public func matches(_ traits: DeviceTraits) -> Bool {
    (name?.matches(traits.name) ?? true) && (kind.map { traits.kinds.contains($0) } ?? true)
  }
}
