/// Keeps the mode that is tried out on a screen.
public struct ConfirmModeCall: ControlParameters, Hashable {
  /// What it is answered with.
  public typealias Reply = EmptyReply
  /// The method's name.
  public static var method: ControlMethod { .confirmMode }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { CodingKeys.names }

  /// The screen's name, as `HDMI-A-1`.
  public var screen: String

  /// Makes one from its fields.
  public init(screen: String) {
    self.screen = screen
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case screen
  }
}
