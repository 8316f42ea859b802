/// Forgets what was chosen for a screen at run time: mode, rotation, scale, overscan and foreground app.
public struct ResetCall: PictureCall, Hashable {
  /// What it is answered with.
  public typealias Reply = PictureReply
  /// The method's name.
  public static var method: ControlMethod { .reset }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { CodingKeys.names }

  /// The screen's name, as `HDMI-A-1`.
  public var screen: String
  /// Whether to answer at once instead of after the flip; nil for no.
  public var noWait: Bool?

  /// Makes one from its fields.
  public init(screen: String, noWait: Bool? = nil) {
    self.screen = screen
    self.noWait = noWait
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case screen, noWait
  }
}
