/// Turns the picture of a screen.
public struct RotateCall: PictureCall, Hashable {
  /// What it is answered with.
  public typealias Reply = PictureReply
  /// The method's name.
  public static var method: ControlMethod { .rotate }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { CodingKeys.names }

  /// The screen's name, as `HDMI-A-1`.
  public var screen: String
  /// `0`, `90`, `180`, `270`, `flipped`, `flipped-90`, `flipped-180` or `flipped-270`.
  public var rotation: String
  /// Whether to answer at once instead of after the flip; nil for no.
  public var noWait: Bool?

  /// Makes one from its fields.
  public init(screen: String, rotation: String, noWait: Bool? = nil) {
    self.screen = screen
    self.rotation = rotation
    self.noWait = noWait
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case screen, rotation, noWait
  }
}
