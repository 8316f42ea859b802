/// Waits until a condition holds on a screen, which need not be connected.
public struct WaitCall: ControlParameters, Hashable {
  /// What it is answered with.
  public typealias Reply = WaitReply
  /// The method's name.
  public static var method: ControlMethod { .wait }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { CodingKeys.names }

  /// The screen's name, as `HDMI-A-1`.
  public var screen: String
  /// The condition.
  public var condition: WaitCondition
  /// How long to wait at most, up to 86400; nil for ever.
  public var timeoutSeconds: Double?

  /// Makes one from its fields.
  public init(screen: String, condition: WaitCondition, timeoutSeconds: Double? = nil) {
    self.screen = screen
    self.condition = condition
    self.timeoutSeconds = timeoutSeconds
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case screen, condition, timeoutSeconds
  }
}
