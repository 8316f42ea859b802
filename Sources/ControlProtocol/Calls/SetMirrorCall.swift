/// Says whose picture a screen shows where it mirrors, and how that lies on it.
public struct SetMirrorCall: PictureCall, Hashable {
  /// What it is answered with.
  public typealias Reply = PictureReply
  /// The method's name.
  public static var method: ControlMethod { .setMirror }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { CodingKeys.names }

  /// The screen's name, as `HDMI-A-1`.
  public var screen: String
  /// `main`, `application` or a screen's name; nil leaves it as it counts now.
  public var of: String?
  /// `letterbox`, `fill` or `stretch`; nil leaves it as it counts now.
  ///
  /// With neither, what was said at run time is taken back.
  public var fit: String?
  /// Whether to answer at once instead of after the flip; nil for no.
  public var noWait: Bool?

  /// Makes one from its fields.
  public init(screen: String, of: String? = nil, fit: String? = nil, noWait: Bool? = nil) {
    self.screen = screen
    self.of = of
    self.fit = fit
    self.noWait = noWait
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case screen, of, fit, noWait
  }
}
