/// Chooses a screen's mode; the choice is kept until `Reset`, or goes back by itself unless it is confirmed.
public struct SetModeCall: PictureCall, Hashable {
  /// What it is answered with.
  public typealias Reply = SetModeReply
  /// The method's name.
  public static var method: ControlMethod { .setMode }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { CodingKeys.names }

  /// The screen's name, as `HDMI-A-1`.
  public var screen: String
  /// The wish: `1920x1080@60`, `3840x2160`, `preferred`, `highest`, or a mode's short name.
  public var mode: String
  /// Goes back after so many seconds, 1 to 3600, unless `ConfirmMode` is called; nil to keep it at once.
  public var confirmSeconds: Double?
  /// Whether to answer at once instead of after the flip; nil for no.
  public var noWait: Bool?

  /// Makes one from its fields.
  public init(screen: String, mode: String, confirmSeconds: Double? = nil, noWait: Bool? = nil) {
    self.screen = screen
    self.mode = mode
    self.confirmSeconds = confirmSeconds
    self.noWait = noWait
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case screen, mode, confirmSeconds, noWait
  }
}
