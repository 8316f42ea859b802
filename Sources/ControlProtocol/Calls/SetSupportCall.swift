/// Says what external displays are for: all, those on which an app is in the foreground, or one.
public struct SetSupportCall: PictureCall, Hashable {
  /// What it is answered with.
  public typealias Reply = PicturesReply
  /// The method's name.
  public static var method: ControlMethod { .setSupport }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { CodingKeys.names }

  /// `external`, `mirror` or `off`; nil takes back what was said at run time.
  public var support: String?
  /// The screen's name; nil where it is not for one alone.
  public var screen: String?
  /// The app's name; nil where it is not for one alone.
  public var app: String?
  /// Whether to answer at once instead of after the flip; nil for no.
  public var noWait: Bool?

  /// Makes one from its fields.
  public init(support: String?, screen: String? = nil, app: String? = nil, noWait: Bool? = nil) {
    self.support = support
    self.screen = screen
    self.app = app
    self.noWait = noWait
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case support, screen, app, noWait
  }
}
