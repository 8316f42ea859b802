/// Turns to another page of the deck that the foreground app's scene on a screen shows.
public struct TurnPageCall: PictureCall, Hashable {
  /// What it is answered with.
  public typealias Reply = TurnPageReply
  /// The method's name.
  public static var method: ControlMethod { .turnPage }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { CodingKeys.names }

  /// The screen's name, as `HDMI-A-1`.
  public var screen: String
  /// Which page.
  public var turn: PageTurn
  /// The page's number from 1, with `goto`.
  public var page: Int?
  /// The token that a registered app got; needed while that app is there, but with the access `admin`.
  public var token: String?
  /// Whether to answer at once instead of after the flip; nil for no.
  public var noWait: Bool?

  /// Makes one from its fields.
  public init(screen: String, turn: PageTurn, page: Int? = nil, token: String? = nil, noWait: Bool? = nil) {
    self.screen = screen
    self.turn = turn
    self.page = page
    self.token = token
    self.noWait = noWait
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case screen, turn, page, token, noWait
  }
}
