/// Sets the pixels a point of a screen.
public struct SetScaleCall: PictureCall, Hashable {
  /// What it is answered with.
  public typealias Reply = PictureReply
  /// The method's name.
  public static var method: ControlMethod { .setScale }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { CodingKeys.names }

  /// The screen's name, as `HDMI-A-1`.
  public var screen: String
  /// From 0.25 to 16; nil to choose it from the display's size.
  public var scale: Double?
  /// Whether to answer at once instead of after the flip; nil for no.
  public var noWait: Bool?

  /// Makes one from its fields.
  public init(screen: String, scale: Double? = nil, noWait: Bool? = nil) {
    self.screen = screen
    self.scale = scale
    self.noWait = noWait
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case screen, scale, noWait
  }
}
