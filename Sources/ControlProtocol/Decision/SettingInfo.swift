/// The value of a setting and where it came from.
public struct SettingInfo: Codable, Hashable, Sendable {
  /// The setting: `mode`, `rotation`, `scale`, `overscan`, `content`, `power` and so on.
  public var name: String
  /// Its value, as the configuration file would have it.
  public var value: String
  /// Who said so.
  public var origin: SettingOrigin
  /// How specific it was; nil for a default.
  public var level: SettingLevel?
  /// The place in the configuration, as `marquee.yaml:12`; nil where it came from elsewhere.
  public var location: String?

  /// Makes one from its fields.
  public init(name: String, value: String, origin: SettingOrigin, level: SettingLevel? = nil, location: String? = nil) {
    self.name = name
    self.value = value
    self.origin = origin
    self.level = level
    self.location = location
  }
}
