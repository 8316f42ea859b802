public import DisplayTypes

/// What the user wants of an external display, and who said so.
public nonisolated struct SupportChoice: Hashable, Sendable {
  /// For what it was said.
  public enum Level: Hashable, Sendable {
    case screen
    case app
    case overall
  }

  /// What counts.
  public var value: ExternalSupport
  /// Who said so.
  public var source: SettingSource
  /// For what it was said.
  public var level: Level

  /// Makes a choice; without arguments the built-in one.
  public init(_ value: ExternalSupport = .external, _ source: SettingSource = .standard, _ level: Level = .overall) {
    self.value = value
    self.source = source
    self.level = level
  }
}
