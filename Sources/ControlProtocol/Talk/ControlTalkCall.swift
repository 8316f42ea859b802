/// Does something in the talk that is going on.
public struct ControlTalkCall: PictureCall, Hashable {
  /// What it is answered with.
  public typealias Reply = TalkReply
  /// The method's name.
  public static var method: ControlMethod { .controlTalk }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { CodingKeys.names }

  /// What.
  public var action: TalkAction
  /// The slide, with `goto`.
  public var page: Int?
  /// On or off, with `freeze`, `black` and `white`; nil for the other of the two.
  public var on: Bool?
  /// With `pointer` and `spotlight`, from 0 to 1.
  public var x: Double?
  /// Likewise.
  public var y: Double?
  /// With `setDuration` and `message`.
  public var seconds: Double?
  /// With `message` and `code`.
  public var text: String?
  /// With `show`.
  public var screen: String?
  /// Whether to answer at once instead of after the flip; nil for no.
  public var noWait: Bool?

  /// Makes one from its fields.
  public init(
    action: TalkAction, page: Int? = nil, on: Bool? = nil, x: Double? = nil, y: Double? = nil, seconds: Double? = nil,
    text: String? = nil, screen: String? = nil, noWait: Bool? = nil
  ) {
    self.action = action
    self.page = page
    self.on = on
    self.x = x
    self.y = y
    self.seconds = seconds
    self.text = text
    self.screen = screen
    self.noWait = noWait
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case action, page, on, x, y, seconds, text, screen, noWait
  }
}
