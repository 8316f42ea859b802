/// Puts the application scenes of an app on a screen: all of them.
public struct PlaceAppCall: PictureCall, Hashable {
  /// What it is answered with.
  public typealias Reply = PicturesReply
  /// The method's name.
  public static var method: ControlMethod { .placeApp }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { CodingKeys.names }

  /// The app's name.
  public var app: String
  /// The screen's name; nil takes back what was said.
  public var screen: String?
  /// Whether it is the user's word, which goes before external scenes and is kept; nil for yes.
  public var byHand: Bool?
  /// Whether to answer at once instead of after the flip; nil for no.
  public var noWait: Bool?

  /// Makes one from its fields.
  public init(app: String, screen: String?, byHand: Bool? = nil, noWait: Bool? = nil) {
    self.app = app
    self.screen = screen
    self.byHand = byHand
    self.noWait = noWait
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case app, screen, byHand, noWait
  }
}
