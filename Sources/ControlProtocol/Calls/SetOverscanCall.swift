/// Moves the edges of a screen's picture inwards.
public struct SetOverscanCall: PictureCall, Hashable {
  /// What it is answered with.
  public typealias Reply = PictureReply
  /// The method's name.
  public static var method: ControlMethod { .setOverscan }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { CodingKeys.names }

  /// The screen's name, as `HDMI-A-1`.
  public var screen: String
  /// The four insets, each at most a quarter of the side.
  public var overscan: OverscanInfo
  /// Whether to answer at once instead of after the flip; nil for no.
  public var noWait: Bool?

  /// Makes one from its fields.
  public init(screen: String, overscan: OverscanInfo, noWait: Bool? = nil) {
    self.screen = screen
    self.overscan = overscan
    self.noWait = noWait
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case screen, overscan, noWait
  }
}
