/// Asks for the picture on a screen.
public struct ScreenshotCall: ControlParameters, Hashable {
  /// What it is answered with.
  public typealias Reply = ScreenshotReply
  /// The method's name.
  public static var method: ControlMethod { .screenshot }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { CodingKeys.names }

  /// The screen's name, as `HDMI-A-1`.
  public var screen: String
  /// The most pixels of its longer side, for a small picture that is drawn from layers; nil for the frame that is on the screen.
  public var longestSide: Int?
  /// For somebody who may only look on: a picture that lets whoever sees it do more is refused; by default for who calls.
  public var lookingOn: Bool?

  /// Makes one from its fields.
  public init(screen: String, longestSide: Int? = nil, lookingOn: Bool? = nil) {
    self.screen = screen
    self.longestSide = longestSide
    self.lookingOn = lookingOn
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case screen, longestSide, lookingOn
  }
}
