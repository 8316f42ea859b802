/// Makes another application scene of an app, beside those that there are.
public struct RequestSceneCall: PictureCall, Hashable {
  /// What it is answered with.
  public typealias Reply = RequestSceneReply
  /// The method's name.
  public static var method: ControlMethod { .requestScene }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { CodingKeys.names }

  /// The app's name.
  public var app: String
  /// What is kept with its session from the beginning.
  public var userInfo: [String: JSONValue]?
  /// Where its window is; nil for a place beside the others.
  public var frame: FrameInfo?
  /// Whether to answer at once instead of after the flip; nil for no.
  public var noWait: Bool?

  /// Makes one from its fields.
  public init(app: String, userInfo: [String: JSONValue]? = nil, frame: FrameInfo? = nil, noWait: Bool? = nil) {
    self.app = app
    self.userInfo = userInfo
    self.frame = frame
    self.noWait = noWait
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case app, userInfo, frame, noWait
  }
}
