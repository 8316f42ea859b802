/// Answers `Plan`.
public struct PlanReply: ControlReply, Hashable {
  /// What is said otherwise in it, as `Reload` would say; empty where nothing is.
  public var changes: [String]
  /// What that would do on each connected screen.
  public var screens: [ScreenPlanInfo]

  /// Makes one from its fields.
  public init(changes: [String], screens: [ScreenPlanInfo]) {
    self.changes = changes
    self.screens = screens
  }
}
