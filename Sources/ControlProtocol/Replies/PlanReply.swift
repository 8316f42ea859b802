/// Answers `Plan`.
public struct PlanReply: ControlReply, Hashable {
  /// What is said otherwise in it, as `Reload` would say; empty where nothing is.
  public var changes: [String]
  /// What that would do on each connected screen.
  public var screens: [ScreenPlanInfo]
  /// The media that it names and that cannot be shown, each as a sentence with file and line.
  public var warnings: [String]

  /// Makes one from its fields.
  public init(changes: [String], screens: [ScreenPlanInfo], warnings: [String] = []) {
    self.changes = changes
    self.screens = screens
    self.warnings = warnings
  }

  /// Reads one; an older daemon does not look at media.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      changes: try container.decode([String].self, forKey: .changes),
      screens: try container.decode([ScreenPlanInfo].self, forKey: .screens),
      warnings: try container.decodeIfPresent([String].self, forKey: .warnings) ?? [])
  }
}
