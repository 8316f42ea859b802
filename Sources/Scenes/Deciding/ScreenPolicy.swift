public import DisplayTypes
public import ModeSelection

/// What the configuration says of screens.
public nonisolated struct ScreenPolicy: Hashable, Sendable {
  /// The first that matches a screen counts.
  public var rules: [ModeRule]
  /// What a display gets that was never seen before.
  public var unknownScreens: UnknownScreens
  /// What the user wants of external displays.
  public var support: Sourced<ExternalSupport>
  /// Scanned out where nothing is due.
  public var idleColor: Color
  /// The app that is in the foreground, but where a rule or the user names another.
  public var foregroundApp: Sourced<String>?
  /// How many scenes may wait in the background, over all screens; of more, those that have waited longest end.
  public var backgroundScenes: Int
  /// Whether scenes live on with the last external display's modes while none is connected.
  public var standIn: Sourced<Bool>

  /// Makes a policy.
  public init(
    rules: [ModeRule] = [], unknownScreens: UnknownScreens = .show,
    support: Sourced<ExternalSupport> = Sourced(.external),
    idleColor: Color = .black, foregroundApp: Sourced<String>? = nil, backgroundScenes: Int = 8,
    standIn: Sourced<Bool> = Sourced(false)
  ) {
    self.rules = rules
    self.unknownScreens = unknownScreens
    self.support = support
    self.idleColor = idleColor
    self.foregroundApp = foregroundApp
    self.backgroundScenes = backgroundScenes
    self.standIn = standIn
  }
}
