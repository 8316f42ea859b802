// Made by tools/varlink-gen from org.marquee.Display.varlink. Do not edit.
// swift-format-ignore-file

/// Asks for the connected screens.
public struct ScreensCall: ControlParameters, Hashable {
  public typealias Reply = ScreensReply
  public static var method: ControlMethod { .screens }
  public static var parameterNames: [String] { [] }

  public init() {}
}

/// Answers `Screens`.
public struct ScreensReply: ControlReply, Hashable {
  /// The screens: the main screen first, then by arrival.
  public var screens: [ScreenInfo]

  public init(screens: [ScreenInfo]) {
    self.screens = screens
  }
}

/// Asks for the modes of a screen.
public struct ModesCall: ControlParameters, Hashable {
  public typealias Reply = ModesReply
  public static var method: ControlMethod { .modes }
  public static var parameterNames: [String] { CodingKeys.names }

  /// The screen's name, as `HDMI-A-1`.
  public var screen: String

  public init(screen: String) {
    self.screen = screen
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case screen
  }
}

/// Answers `Modes`.
public struct ModesReply: ControlReply, Hashable {
  /// The screen's name.
  public var screen: String
  /// Whether the modes are guesses, since the EDID could not be read.
  public var guessed: Bool
  /// The mode that is applied; nil while the screen is off.
  public var currentMode: ScreenModeInfo?
  /// All modes that can be shown, in the display's order.
  public var modes: [ScreenModeInfo]

  public init(screen: String, guessed: Bool = false, currentMode: ScreenModeInfo? = nil, modes: [ScreenModeInfo]) {
    self.screen = screen
    self.guessed = guessed
    self.currentMode = currentMode
    self.modes = modes
  }

  enum CodingKeys: String, CodingKey {
    case screen, guessed, currentMode, modes
  }

  /// Writes every field; a missing value becomes null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(screen, forKey: .screen)
    try container.encode(guessed, forKey: .guessed)
    try container.encode(currentMode, forKey: .currentMode)
    try container.encode(modes, forKey: .modes)
  }
}

/// Asks for the decisions that led to a screen's mode and picture.
public struct ExplainCall: ControlParameters, Hashable {
  public typealias Reply = ExplainReply
  public static var method: ControlMethod { .explain }
  public static var parameterNames: [String] { CodingKeys.names }

  /// The screen's name, as `HDMI-A-1`.
  public var screen: String
  /// Whether to read files too, for the visible part of the scene's content.
  public var content: Bool?

  public init(screen: String, content: Bool? = nil) {
    self.screen = screen
    self.content = content
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case screen, content
  }
}

/// Answers `Explain`.
public struct ExplainReply: ControlReply, Hashable {
  /// The decisions.
  public var record: DecisionRecord

  public init(record: DecisionRecord) {
    self.record = record
  }
}

/// Chooses a screen's mode; the choice is kept until `Reset`, or goes back by itself unless it is confirmed.
public struct SetModeCall: PictureCall, Hashable {
  public typealias Reply = SetModeReply
  public static var method: ControlMethod { .setMode }
  public static var parameterNames: [String] { CodingKeys.names }

  /// The screen's name, as `HDMI-A-1`.
  public var screen: String
  /// The wish: `1920x1080@60`, `3840x2160`, `preferred`, `highest`, or a mode's short name.
  public var mode: String
  /// The mode reverts after this many seconds, 1 to 3600, unless `ConfirmMode` is called; nil to keep it at once.
  public var confirmSeconds: Double?
  /// Whether to answer at once instead of after the flip; nil for no.
  public var noWait: Bool?

  public init(screen: String, mode: String, confirmSeconds: Double? = nil, noWait: Bool? = nil) {
    self.screen = screen
    self.mode = mode
    self.confirmSeconds = confirmSeconds
    self.noWait = noWait
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case screen, mode, confirmSeconds, noWait
  }
}

/// Answers `SetMode`.
public struct SetModeReply: ControlReply, Hashable {
  /// The mode that answers the wish.
  public var mode: ScreenModeInfo
  /// The first frame in that mode; empty with `noWait`.
  public var presented: [PresentedFrame]
  /// Why no frame was presented although the call waited for one.
  public var note: String?
  /// The next step at the command line; nil if there is none.
  public var hint: String?

  public init(mode: ScreenModeInfo, presented: [PresentedFrame] = [], note: String? = nil, hint: String? = nil) {
    self.mode = mode
    self.presented = presented
    self.note = note
    self.hint = hint
  }

  enum CodingKeys: String, CodingKey {
    case mode, presented, note, hint
  }

  /// Writes every field; a missing value becomes null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(mode, forKey: .mode)
    try container.encode(presented, forKey: .presented)
    try container.encode(note, forKey: .note)
    try container.encode(hint, forKey: .hint)
  }
}

/// Keeps the mode that is tried out on a screen.
public struct ConfirmModeCall: ControlParameters, Hashable {
  public typealias Reply = EmptyReply
  public static var method: ControlMethod { .confirmMode }
  public static var parameterNames: [String] { CodingKeys.names }

  /// The screen's name, as `HDMI-A-1`.
  public var screen: String

  public init(screen: String) {
    self.screen = screen
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case screen
  }
}

/// Answers the calls that return no values.
public struct EmptyReply: ControlReply, Hashable {
  public init() {}
}

/// Turns the picture of a screen.
public struct RotateCall: PictureCall, Hashable {
  public typealias Reply = PictureReply
  public static var method: ControlMethod { .rotate }
  public static var parameterNames: [String] { CodingKeys.names }

  /// The screen's name, as `HDMI-A-1`.
  public var screen: String
  /// `0`, `90`, `180`, `270`, `flipped`, `flipped-90`, `flipped-180` or `flipped-270`.
  public var rotation: String
  /// Whether to answer at once instead of after the flip; nil for no.
  public var noWait: Bool?

  public init(screen: String, rotation: String, noWait: Bool? = nil) {
    self.screen = screen
    self.rotation = rotation
    self.noWait = noWait
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case screen, rotation, noWait
  }
}

/// Answers the calls that change the picture of screens.
public struct PictureReply: ControlReply, Hashable {
  /// The frames that show the change, one a screen that is lit; empty with `noWait`, or if no picture changed.
  public var presented: [PresentedFrame]
  /// Why screens show nothing of the change, and why it would not survive the daemon.
  public var note: String?
  /// The next step at the command line; nil if there is none.
  public var hint: String?

  public init(presented: [PresentedFrame] = [], note: String? = nil, hint: String? = nil) {
    self.presented = presented
    self.note = note
    self.hint = hint
  }

  enum CodingKeys: String, CodingKey {
    case presented, note, hint
  }

  /// Writes every field; a missing value becomes null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(presented, forKey: .presented)
    try container.encode(note, forKey: .note)
    try container.encode(hint, forKey: .hint)
  }
}

/// Sets the pixels a point of a screen.
public struct SetScaleCall: PictureCall, Hashable {
  public typealias Reply = PictureReply
  public static var method: ControlMethod { .setScale }
  public static var parameterNames: [String] { CodingKeys.names }

  /// The screen's name, as `HDMI-A-1`.
  public var screen: String
  /// From 0.25 to 16; nil to choose it from the display's size.
  public var scale: Double?
  /// Whether to answer at once instead of after the flip; nil for no.
  public var noWait: Bool?

  public init(screen: String, scale: Double? = nil, noWait: Bool? = nil) {
    self.screen = screen
    self.scale = scale
    self.noWait = noWait
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case screen, scale, noWait
  }
}

/// Moves the edges of a screen's picture inwards.
public struct SetOverscanCall: PictureCall, Hashable {
  public typealias Reply = PictureReply
  public static var method: ControlMethod { .setOverscan }
  public static var parameterNames: [String] { CodingKeys.names }

  /// The screen's name, as `HDMI-A-1`.
  public var screen: String
  /// The four insets, each at most a quarter of the side.
  public var overscan: OverscanInfo
  /// Whether to answer at once instead of after the flip; nil for no.
  public var noWait: Bool?

  public init(screen: String, overscan: OverscanInfo, noWait: Bool? = nil) {
    self.screen = screen
    self.overscan = overscan
    self.noWait = noWait
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case screen, overscan, noWait
  }
}

/// Sets the volume of a screen's sound.
public struct SetVolumeCall: PictureCall, Hashable {
  public typealias Reply = PictureReply
  public static var method: ControlMethod { .setVolume }
  public static var parameterNames: [String] { CodingKeys.names }

  /// The screen's name, as `HDMI-A-1`.
  public var screen: String
  /// From 0 to 100.
  public var volume: Int
  /// Whether to answer at once instead of after the flip; nil for no.
  public var noWait: Bool?

  public init(screen: String, volume: Int, noWait: Bool? = nil) {
    self.screen = screen
    self.volume = volume
    self.noWait = noWait
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case screen, volume, noWait
  }
}

/// Forgets the run-time choices for a screen: mode, rotation, scale, overscan, volume, foreground app, support and
/// mirror.
public struct ResetCall: PictureCall, Hashable {
  public typealias Reply = PictureReply
  public static var method: ControlMethod { .reset }
  public static var parameterNames: [String] { CodingKeys.names }

  /// The screen's name, as `HDMI-A-1`.
  public var screen: String
  /// Whether to answer at once instead of after the flip; nil for no.
  public var noWait: Bool?

  public init(screen: String, noWait: Bool? = nil) {
    self.screen = screen
    self.noWait = noWait
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case screen, noWait
  }
}

/// Shows black on a screen, or its picture again; the mode stays.
public struct BlankCall: PictureCall, Hashable {
  public typealias Reply = PictureReply
  public static var method: ControlMethod { .blank }
  public static var parameterNames: [String] { CodingKeys.names }

  /// The screen's name, as `HDMI-A-1`.
  public var screen: String
  /// Whether the screen is black.
  public var on: Bool
  /// Whether to answer at once instead of after the flip; nil for no.
  public var noWait: Bool?

  public init(screen: String, on: Bool, noWait: Bool? = nil) {
    self.screen = screen
    self.on = on
    self.noWait = noWait
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case screen, on, noWait
  }
}

/// Freezes a screen's picture, or lets it go on.
public struct FreezeCall: PictureCall, Hashable {
  public typealias Reply = PictureReply
  public static var method: ControlMethod { .freeze }
  public static var parameterNames: [String] { CodingKeys.names }

  /// The screen's name, as `HDMI-A-1`.
  public var screen: String
  /// Whether the picture is held.
  public var on: Bool
  /// Whether to answer at once instead of after the flip; nil for no.
  public var noWait: Bool?

  public init(screen: String, on: Bool, noWait: Bool? = nil) {
    self.screen = screen
    self.on = on
    self.noWait = noWait
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case screen, on, noWait
  }
}

/// Turns a screen's signal on or off.
///
/// A screen that its schedule has off is on until its off hours end.
public struct PowerCall: PictureCall, Hashable {
  public typealias Reply = PictureReply
  public static var method: ControlMethod { .power }
  public static var parameterNames: [String] { CodingKeys.names }

  /// The screen's name, as `HDMI-A-1`.
  public var screen: String
  /// Whether there is a signal.
  public var on: Bool
  /// Whether to answer at once instead of after the flip; nil for no.
  public var noWait: Bool?

  public init(screen: String, on: Bool, noWait: Bool? = nil) {
    self.screen = screen
    self.on = on
    self.noWait = noWait
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case screen, on, noWait
  }
}

/// Sets how external displays are used: all, those with an app in the foreground, or one.
public struct SetSupportCall: PictureCall, Hashable {
  public typealias Reply = PictureReply
  public static var method: ControlMethod { .setSupport }
  public static var parameterNames: [String] { CodingKeys.names }

  /// `external`, `mirror` or `off`; nil takes back the choice at run time.
  public var support: String?
  /// The screen's name; nil if the choice is not for one screen.
  public var screen: String?
  /// The app's name; nil if the choice is not for one app.
  public var app: String?
  /// Whether to answer at once instead of after the flip; nil for no.
  public var noWait: Bool?

  public init(support: String? = nil, screen: String? = nil, app: String? = nil, noWait: Bool? = nil) {
    self.support = support
    self.screen = screen
    self.app = app
    self.noWait = noWait
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case support, screen, app, noWait
  }
}

/// Sets which picture a screen mirrors, and how the picture is fitted.
public struct SetMirrorCall: PictureCall, Hashable {
  public typealias Reply = PictureReply
  public static var method: ControlMethod { .setMirror }
  public static var parameterNames: [String] { CodingKeys.names }

  /// The screen's name, as `HDMI-A-1`.
  public var screen: String
  /// `main`, `application` or a screen's name; nil keeps the present value.
  public var of: String?
  /// `letterbox`, `fill` or `stretch`; nil keeps the present value.
  ///
  /// Without both, the choice at run time is taken back.
  public var fit: String?
  /// Whether to answer at once instead of after the flip; nil for no.
  public var noWait: Bool?

  public init(screen: String, of: String? = nil, fit: String? = nil, noWait: Bool? = nil) {
    self.screen = screen
    self.of = of
    self.fit = fit
    self.noWait = noWait
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case screen, of, fit, noWait
  }
}

/// Shows each screen's name on it for some seconds.
public struct IdentifyCall: PictureCall, Hashable {
  public typealias Reply = PictureReply
  public static var method: ControlMethod { .identify }
  public static var parameterNames: [String] { CodingKeys.names }

  /// The screen's name; nil for all screens.
  public var screen: String?
  /// How long the name is shown, from 0.1 to 3600; nil for 5.
  public var seconds: Double?
  /// Whether to answer at once instead of after the flip; nil for no.
  public var noWait: Bool?

  public init(screen: String? = nil, seconds: Double? = nil, noWait: Bool? = nil) {
    self.screen = screen
    self.seconds = seconds
    self.noWait = noWait
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case screen, seconds, noWait
  }
}
