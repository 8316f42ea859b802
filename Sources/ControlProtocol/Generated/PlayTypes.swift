// Made by tools/varlink-gen from org.marquee.Display.varlink. Do not edit.
// swift-format-ignore-file

/// An item of a content that was on a screen, or that was skipped.
public struct PlayInfo: Codable, Hashable, Sendable {
  /// The screen's name; empty for a skipped item.
  public var screen: String
  /// The own name of the screen at that time; empty if it had none.
  public var label: String
  /// The identifier of the session.
  public var session: String
  /// The item's name, with the names of the playlists and schedules around it.
  public var item: String
  /// Its file, or its kind.
  public var content: String
  /// The time of day of its first flip, as ISO 8601 has it.
  public var firstFlip: String
  /// The time of day of the last flip with it.
  public var lastFlip: String
  /// The time of day of the flip that replaced it.
  public var end: String
  /// The first flip on the monotonic clock.
  public var firstFlipNanoseconds: Int64
  /// The last flip with it on the monotonic clock.
  public var lastFlipNanoseconds: Int64
  /// The flip that took it away on the monotonic clock.
  public var endNanoseconds: Int64
  /// How many flips showed it.
  public var flips: Int64
  /// How it ended.
  public var ending: String
  /// Why it was skipped; empty for all others.
  public var reason: String
  /// Whether a timestamp is our clock's, since the driver gave none.
  public var estimated: Bool
  /// Whether the time of day was known to be right.
  public var clockRight: Bool

  public init(
    screen: String, label: String = "", session: String, item: String, content: String, firstFlip: String,
    lastFlip: String, end: String, firstFlipNanoseconds: Int64, lastFlipNanoseconds: Int64, endNanoseconds: Int64,
    flips: Int64, ending: String, reason: String, estimated: Bool, clockRight: Bool
  ) {
    self.screen = screen
    self.label = label
    self.session = session
    self.item = item
    self.content = content
    self.firstFlip = firstFlip
    self.lastFlip = lastFlip
    self.end = end
    self.firstFlipNanoseconds = firstFlipNanoseconds
    self.lastFlipNanoseconds = lastFlipNanoseconds
    self.endNanoseconds = endNanoseconds
    self.flips = flips
    self.ending = ending
    self.reason = reason
    self.estimated = estimated
    self.clockRight = clockRight
  }

  enum CodingKeys: String, CodingKey {
    case screen, label, session, item, content, firstFlip, lastFlip, end, firstFlipNanoseconds, lastFlipNanoseconds,
      endNanoseconds, flips, ending, reason, estimated, clockRight
  }

  /// Reads one.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.screen = try container.decode(String.self, forKey: .screen)
    self.label = try container.decodeIfPresent(String.self, forKey: .label) ?? ""
    self.session = try container.decode(String.self, forKey: .session)
    self.item = try container.decode(String.self, forKey: .item)
    self.content = try container.decode(String.self, forKey: .content)
    self.firstFlip = try container.decode(String.self, forKey: .firstFlip)
    self.lastFlip = try container.decode(String.self, forKey: .lastFlip)
    self.end = try container.decode(String.self, forKey: .end)
    self.firstFlipNanoseconds = try container.decode(Int64.self, forKey: .firstFlipNanoseconds)
    self.lastFlipNanoseconds = try container.decode(Int64.self, forKey: .lastFlipNanoseconds)
    self.endNanoseconds = try container.decode(Int64.self, forKey: .endNanoseconds)
    self.flips = try container.decode(Int64.self, forKey: .flips)
    self.ending = try container.decode(String.self, forKey: .ending)
    self.reason = try container.decode(String.self, forKey: .reason)
    self.estimated = try container.decode(Bool.self, forKey: .estimated)
    self.clockRight = try container.decode(Bool.self, forKey: .clockRight)
  }
}
