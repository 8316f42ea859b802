/// Sets the content of the foreground app's scene on a screen, or goes back to the configured one.
public struct ShowCall: PictureCall, Hashable {
  /// What it is answered with.
  public typealias Reply = PictureReply
  /// The method's name.
  public static var method: ControlMethod { .show }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { CodingKeys.names }

  /// The screen's name, as `HDMI-A-1`.
  public var screen: String
  /// What is shown from now on; nil with `configured`.
  public var content: ContentInfo?
  /// How long it is shown, from 0.1 to 604800 seconds; nil for ever.
  public var forSeconds: Double?
  /// Whether to go back to the configured content; nil for no.
  public var configured: Bool?
  /// The token that a registered app got; needed while that app is there, but with the access `admin`.
  public var token: String?
  /// Whether to answer at once instead of after the flip; nil for no.
  public var noWait: Bool?

  /// Shows `content`, for a time or for ever.
  public init(
    screen: String, content: ContentInfo, forSeconds: Double? = nil, token: String? = nil, noWait: Bool? = nil
  ) {
    self.screen = screen
    self.content = content
    self.forSeconds = forSeconds
    self.token = token
    self.noWait = noWait
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case screen, content, forSeconds, configured, token, noWait
  }
}
