// Made by tools/varlink-gen from org.marquee.Display.varlink. Do not edit.
// swift-format-ignore-file

/// Asks for the proof of play.
public struct PlaysCall: ControlParameters, Hashable {
  public typealias Reply = PlaysReply
  public static var method: ControlMethod { .plays }
  public static var parameterNames: [String] { CodingKeys.names }

  /// Only plays that began then or later: a moment in ISO 8601 with its offset, or a day of the configuration's zone.
  public var since: String?
  /// Only plays that began then or before; a day counts as a whole.
  public var until: String?
  /// Only on this connector, or on the screen that had this own name.
  public var screen: String?

  public init(since: String? = nil, until: String? = nil, screen: String? = nil) {
    self.since = since
    self.until = until
    self.screen = screen
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case since, until, screen
  }
}

/// Answers `Plays` with the newest plays. If the call has `more`, each reply has a piece of all plays.
public struct PlaysReply: ControlReply, Hashable {
  /// By their first flips, the oldest first; in a piece in the order in which they ended.
  public var plays: [PlayInfo]
  /// Whether more plays match; these are the newest.
  public var isCut: Bool
  /// Plays that could not be kept since the daemon started, as a sentence; nil if all were kept, and in each piece but
  /// the last.
  public var warning: String?
  /// The zone of the configuration, as `Europe/Berlin`; nil for the machine's zone.
  public var zone: String?

  public init(plays: [PlayInfo], isCut: Bool, warning: String? = nil, zone: String? = nil) {
    self.plays = plays
    self.isCut = isCut
    self.warning = warning
    self.zone = zone
  }

  enum CodingKeys: String, CodingKey {
    case plays, isCut, warning, zone
  }

  /// Writes every field; a missing value becomes null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(plays, forKey: .plays)
    try container.encode(isCut, forKey: .isCut)
    try container.encode(warning, forKey: .warning)
    try container.encode(zone, forKey: .zone)
  }
}
