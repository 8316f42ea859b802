/// Answers `Modes`.
public struct ModesReply: ControlReply, Hashable {
  /// The screen's name.
  public var screen: String
  /// Whether the modes are guesses, since the EDID could not be read.
  public var guessed: Bool
  /// The short name of the mode that is applied; nil while the screen is off.
  public var currentMode: String?
  /// All that can be shown, in the display's order.
  public var modes: [ScreenModeInfo]

  /// Makes one from its fields.
  public init(screen: String, guessed: Bool = false, currentMode: String? = nil, modes: [ScreenModeInfo]) {
    self.screen = screen
    self.guessed = guessed
    self.currentMode = currentMode
    self.modes = modes
  }
}
