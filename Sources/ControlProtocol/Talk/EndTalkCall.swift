/// Ends the talk: its displays show again what they showed before.
public struct EndTalkCall: PictureCall, Hashable {
  /// What it is answered with.
  public typealias Reply = PicturesReply
  /// The method's name.
  public static var method: ControlMethod { .endTalk }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { CodingKeys.names }

  /// Whether to answer at once instead of after the flip; nil for no.
  public var noWait: Bool?

  /// Makes one from its fields.
  public init(noWait: Bool? = nil) {
    self.noWait = noWait
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case noWait
  }
}
