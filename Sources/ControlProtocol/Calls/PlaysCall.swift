/// Asks for the proof of play.
public struct PlaysCall: ControlParameters, Hashable {
  /// What it is answered with.
  public typealias Reply = PlaysReply
  /// The method's name.
  public static var method: ControlMethod { .plays }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { CodingKeys.names }

  /// Only what began then or later: a moment as ISO 8601 has it, with its offset, or a day of the machine's time zone.
  public var since: String?
  /// Only what began then or before; a day counts as a whole.
  public var until: String?
  /// Only on this screen.
  public var screen: String?

  /// Makes one from its fields.
  public init(since: String? = nil, until: String? = nil, screen: String? = nil) {
    self.since = since
    self.until = until
    self.screen = screen
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case since, until, screen
  }
}
