/// Makes an app the foreground app of a screen, or of all.
public struct SetForegroundCall: PictureCall, Hashable {
  /// What it is answered with.
  public typealias Reply = PicturesReply
  /// The method's name.
  public static var method: ControlMethod { .setForeground }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { CodingKeys.names }

  /// The app's name.
  public var app: String
  /// The screen's name; nil for all screens.
  public var screen: String?
  /// Whether to answer at once instead of after the flip; nil for no.
  public var noWait: Bool?

  /// Makes one from its fields.
  public init(app: String, screen: String? = nil, noWait: Bool? = nil) {
    self.app = app
    self.screen = screen
    self.noWait = noWait
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case app, screen, noWait
  }
}
