/// Who said what a setting is.
public enum SettingOrigin: String, Codable, Hashable, Sendable {
  /// Nobody: it is the built-in default.
  case builtIn = "default"
  /// The configuration file.
  case configuration
  /// A choice at run time, which wins over the file until it is reset.
  case runtime
  /// An app of another program, as it registered; `reset` takes nothing of it back.
  case registration
  /// The display itself, by its EDID.
  case display
}
