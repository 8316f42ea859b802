// Made by tools/varlink-gen from org.marquee.Display.varlink. Do not edit.
// swift-format-ignore-file

/// Raises an alarm, which covers everything on its screens until it is cleared.
public struct RaiseAlarmCall: PictureCall, Hashable {
  public typealias Reply = PictureReply
  public static var method: ControlMethod { .raiseAlarm }
  public static var parameterNames: [String] { CodingKeys.names }

  /// Its name, of ASCII letters, digits, `-`, `_` and `.`; nil for `alarm`.
  public var name: String?
  /// The content that its screens show.
  public var content: ContentInfo
  /// The names of its screens, which are connected, or were once; nil for all.
  public var screens: [String]?
  /// When it ends by itself, with the offset from UTC, as `2026-12-31T18:00+01:00`; nil if only a call ends it.
  public var until: String?
  /// Whether to answer at once instead of after the flips; nil for no.
  public var noWait: Bool?

  public init(
    name: String? = nil, content: ContentInfo, screens: [String]? = nil, until: String? = nil, noWait: Bool? = nil
  ) {
    self.name = name
    self.content = content
    self.screens = screens
    self.until = until
    self.noWait = noWait
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case name, content, screens, until, noWait
  }
}

/// Clears an alarm, or all.
public struct ClearAlarmCall: PictureCall, Hashable {
  public typealias Reply = PictureReply
  public static var method: ControlMethod { .clearAlarm }
  public static var parameterNames: [String] { CodingKeys.names }

  /// Its name; nil for all.
  public var name: String?
  /// Whether to answer at once instead of after the flips; nil for no.
  public var noWait: Bool?

  public init(name: String? = nil, noWait: Bool? = nil) {
    self.name = name
    self.noWait = noWait
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case name, noWait
  }
}

/// Asks for the raised alarms.
public struct AlarmsCall: ControlParameters, Hashable {
  public typealias Reply = AlarmsReply
  public static var method: ControlMethod { .alarms }
  public static var parameterNames: [String] { [] }

  public init() {}
}

/// Answers `Alarms`.
public struct AlarmsReply: ControlReply, Hashable {
  /// The raised alarms; the newest comes last.
  public var alarms: [AlarmInfo]

  public init(alarms: [AlarmInfo]) {
    self.alarms = alarms
  }
}
