/// Shows each screen's name on it for some seconds.
public struct IdentifyCall: PictureCall, Hashable {
  /// What it is answered with.
  public typealias Reply = PicturesReply
  /// The method's name.
  public static var method: ControlMethod { .identify }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { CodingKeys.names }

  /// The screen's name; nil for all screens.
  public var screen: String?
  /// How long, from 0.1 to 3600; nil for 5.
  public var seconds: Double?
  /// Whether to answer at once instead of after the flip; nil for no.
  public var noWait: Bool?

  /// Makes one from its fields.
  public init(screen: String? = nil, seconds: Double? = nil, noWait: Bool? = nil) {
    self.screen = screen
    self.seconds = seconds
    self.noWait = noWait
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case screen, seconds, noWait
  }
}
