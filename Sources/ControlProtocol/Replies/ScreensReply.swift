/// Answers `Screens`.
public struct ScreensReply: ControlReply, Hashable {
  /// The screens: the main screen first, then by arrival.
  public var screens: [ScreenInfo]

  /// Makes one from its fields.
  public init(screens: [ScreenInfo]) {
    self.screens = screens
  }
}
