/// Turns a screen's signal on or off.
///
/// A screen that its schedule has off is on until the next entry of the schedule counts.
public struct PowerCall: PictureCall, Hashable {
  /// What it is answered with.
  public typealias Reply = PictureReply
  /// The method's name.
  public static var method: ControlMethod { .power }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { CodingKeys.names }

  /// The screen's name, as `HDMI-A-1`.
  public var screen: String
  /// Whether there is a signal.
  public var on: Bool
  /// Whether to answer at once instead of after the flip; nil for no.
  public var noWait: Bool?

  /// Makes one from its fields.
  public init(screen: String, on: Bool, noWait: Bool? = nil) {
    self.screen = screen
    self.on = on
    self.noWait = noWait
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case screen, on, noWait
  }
}
