/// Sets the content of scenes on several screens, which change together.
public struct ShowTogetherCall: PictureCall, Hashable {
  /// What it is answered with.
  public typealias Reply = PicturesReply
  /// The method's name.
  public static var method: ControlMethod { .showTogether }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { CodingKeys.names }

  /// What each screen shows from now on.
  public var contents: [ScreenContent]
  /// The token that a registered app got; needed while that app is there, but with the access `admin`.
  public var token: String?
  /// Whether to answer at once instead of after the flips; nil for no.
  public var noWait: Bool?

  /// Makes one from its fields.
  public init(contents: [ScreenContent], token: String? = nil, noWait: Bool? = nil) {
    self.contents = contents
    self.token = token
    self.noWait = noWait
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case contents, token, noWait
  }
}
