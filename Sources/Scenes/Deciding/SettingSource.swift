public import DisplayTypes

/// Where the value of a setting comes from.
public nonisolated enum SettingSource: Hashable, Sendable {
  /// Chosen at run time.
  case runtime
  /// Said by an app of another program as it registered; `reset` takes nothing of it back.
  case registration
  /// A line of the configuration.
  case configuration(SourceLocation?)
  /// What the display says of itself.
  case display
  /// Nobody said anything.
  case standard
}
