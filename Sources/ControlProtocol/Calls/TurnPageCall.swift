/// Turns to another page of the deck that the foreground app's scene on a screen shows.
public struct TurnPageCall: PictureCall, Hashable {
  /// What it is answered with.
  public typealias Reply = TurnPageReply
  /// The method's name.
  public static var method: ControlMethod { .turnPage }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { CodingKeys.names }

  /// The pages that can be asked for; one beyond a deck's last leads to that.
  public static let pages = 1...100_000

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

  /// Checks that a number is there just where it is wanted.
  public func validate() throws(ControlError) {
    guard (turn == .goto) == (page != nil) else {
      throw .invalidValue(
        parameter: "page", value: page.map { "\($0)" } ?? "none",
        expected: turn == .goto ? "the number of a page with goto" : "none with \(turn.rawValue)")
    }
    guard let page else { return }
    guard Self.pages.contains(page) else {
      throw .invalidValue(
        parameter: "page", value: "\(page)", expected: "\(Self.pages.lowerBound) to \(Self.pages.upperBound)")
    }
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case screen, turn, page, token, noWait
  }
}
