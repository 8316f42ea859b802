public import DisplayTypes

/// How a screen came to its mode and its picture: what `explain` tells.
public nonisolated struct ScreenDecision: Hashable, Sendable {
  /// A step on the way from plug to picture.
  public struct Step: Hashable, Sendable {
    /// What was done.
    public var name: String
    /// When, on the monotonic clock.
    public var time: MonotonicTime
  }

  /// The rule that matched the screen; nil where none did.
  public var rule: ModeRule?
  /// The candidates in order, and the wishes that nothing answered.
  public var plan: ModeSelectionPlan
  /// What was tried on the device, and how it ended.
  public var attempts: [ModeTrial.Attempt]
  /// The mode that stays, or in which a screen that is dark will be lit first; nil while there is none.
  public var winner: ModeCandidate?
  /// Every value that counts, with its source.
  public var settings: ScreenSettings?
  /// The app that is in the foreground; nil where there is none.
  public var foreground: ForegroundChoice?
  /// What the user wants of it, if it is an external display.
  public var support: SupportChoice
  /// What counts of what was said of it as a mirror; nil where nothing was.
  public var mirrorWish: Sourced<MirrorWish>?
  /// Whether that was chosen at run time.
  public var isMirrorChosen = false
  /// Whose picture it shows where it mirrors.
  public var mirror: MirrorChoice
  /// What happened between plug and picture.
  public var steps: [Step]
  /// How many modesets this connection has cost.
  public var modesets: Int
  /// What the screen shows, and why.
  public var picture: ScreenPicture

  init() {
    plan = ModeSelectionPlan()
    attempts = []
    support = SupportChoice()
    mirror = MirrorChoice()
    steps = []
    modesets = 0
    picture = ScreenPicture()
  }
}

/// Which app is in the foreground of a screen, and who said so.
public nonisolated struct ForegroundChoice: Hashable, Sendable {
  /// The app's name.
  public var app: String
  /// Who said so.
  public var source: SettingSource
  /// It was said for all screens, not for this one.
  public var isForAllScreens: Bool

  init(_ app: String, _ source: SettingSource, isForAllScreens: Bool) {
    self.app = app
    self.source = source
    self.isForAllScreens = isForAllScreens
  }
}
