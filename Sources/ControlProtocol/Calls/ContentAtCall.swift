/// Asks what the scene on a screen shows at a time.
public struct ContentAtCall: ControlParameters, Hashable {
  /// What it is answered with.
  public typealias Reply = ContentAtReply
  /// The method's name.
  public static var method: ControlMethod { .contentAt }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { CodingKeys.names }

  /// The screen's name, as `HDMI-A-1`.
  public var screen: String
  /// The time with its offset from UTC, as `2026-12-31T18:00+01:00`; nil for now.
  public var time: String?

  /// Makes one from its fields.
  public init(screen: String, time: String? = nil) {
    self.screen = screen
    self.time = time
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case screen, time
  }
}
