public import DisplayTypes

/// Everything that decides a screen's mode.
public struct ModeSelectionInput: Hashable, Sendable {
  /// The display's modes, in the kernel's order.
  ///
  /// May be empty and may hold the same mode twice.
  public var modes: [ScreenMode]
  /// Whether the modes are the kernel's guess, since the EDID could not be read.
  public var isGuessed: Bool
  /// What somebody tries out, until it is confirmed; it goes before all.
  public var trialChoice: ModeWish?
  /// What was asked for by hand, and kept.
  ///
  /// A display's own last mode does not belong here: rules decide anew at each plug.
  public var runtimeChoice: ModeWish?
  /// What the scene configuration or the scene's delegate wishes, in order.
  public var sceneWishes: [Sourced<ModeWish>]
  /// The configuration's rule for the screen.
  public var rule: ModeRule?
  /// The mode that the last known display on this connector used.
  ///
  /// Counts only while the display's own modes are not known.
  public var history: ScreenMode?
  /// Modes to try when all else fails, the best first.
  ///
  /// They need not be among `modes`.
  public var failSafeModes: [ScreenMode]

  /// Makes one from its parts.
  public init(
    modes: [ScreenMode], isGuessed: Bool = false, trialChoice: ModeWish? = nil, runtimeChoice: ModeWish? = nil,
    sceneWishes: [Sourced<ModeWish>] = [], rule: ModeRule? = nil, history: ScreenMode? = nil,
    failSafeModes: [ScreenMode] = []
  ) {
    self.modes = modes
    self.isGuessed = isGuessed
    self.trialChoice = trialChoice
    self.runtimeChoice = runtimeChoice
    self.sceneWishes = sceneWishes
    self.rule = rule
    self.history = history
    self.failSafeModes = failSafeModes
  }
}
