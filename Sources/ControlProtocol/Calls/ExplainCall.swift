/// Asks how a screen came to its mode and its picture.
public struct ExplainCall: ControlParameters, Hashable {
  /// What it is answered with.
  public typealias Reply = ExplainReply
  /// The method's name.
  public static var method: ControlMethod { .explain }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { CodingKeys.names }

  /// The screen's name, as `HDMI-A-1`.
  public var screen: String

  /// Whether it is asked too what of the scene's content is seen, for which files may be looked at.
  public var content: Bool?

  /// Makes one from its fields.
  public init(screen: String, content: Bool? = nil) {
    self.screen = screen
    self.content = content
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case screen, content
  }
}
