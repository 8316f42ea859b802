/// Moves the window of an application scene on its display.
public struct SetFrameCall: PictureCall, Hashable {
  /// What it is answered with.
  public typealias Reply = PicturesReply
  /// The method's name.
  public static var method: ControlMethod { .setFrame }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { CodingKeys.names }

  /// The session's identifier.
  public var session: String
  /// Where its window is; nil for a place beside the others.
  public var frame: FrameInfo?
  /// Whether to answer at once instead of after the flip; nil for no.
  public var noWait: Bool?

  /// Makes one from its fields.
  public init(session: String, frame: FrameInfo?, noWait: Bool? = nil) {
    self.session = session
    self.frame = frame
    self.noWait = noWait
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case session, frame, noWait
  }
}
