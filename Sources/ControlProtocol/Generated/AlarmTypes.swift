// Made by tools/varlink-gen from org.marquee.Display.varlink. Do not edit.
// swift-format-ignore-file

/// A raised alarm.
public struct AlarmInfo: Codable, Hashable, Sendable {
  /// Its name.
  public var name: String
  /// The kind of its content, as `color`.
  public var kind: String
  /// The names of its screens; nil for all.
  public var screens: [String]?
  /// When it ends by itself, in UTC; nil if only a call ends it.
  public var until: String?

  public init(name: String, kind: String, screens: [String]? = nil, until: String? = nil) {
    self.name = name
    self.kind = kind
    self.screens = screens
    self.until = until
  }

  enum CodingKeys: String, CodingKey {
    case name, kind, screens, until
  }

  /// Writes every field; a missing value becomes null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(kind, forKey: .kind)
    try container.encode(screens, forKey: .screens)
    try container.encode(until, forKey: .until)
  }
}
