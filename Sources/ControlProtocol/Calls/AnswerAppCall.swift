/// Answers a question that the daemon asked an app.
public struct AnswerAppCall: ControlParameters, Hashable {
  /// What it is answered with.
  public typealias Reply = EmptyReply
  /// The method's name.
  public static var method: ControlMethod { .answerApp }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { CodingKeys.names }

  /// The token that the app got when it registered.
  public var token: String
  /// The question's number.
  public var question: Int
  /// A name alone chooses from the manifest; with anything else it is one made for this connection; nil for the manifest's default.
  public var configuration: SceneConfigurationInfo?
  /// Whether the scene has a window; nil where it has one if it has content.
  public var window: Bool?

  /// Makes one from its fields.
  public init(token: String, question: Int, configuration: SceneConfigurationInfo? = nil, window: Bool? = nil) {
    self.token = token
    self.question = question
    self.configuration = configuration
    self.window = window
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case token, question, configuration, window
  }
}
