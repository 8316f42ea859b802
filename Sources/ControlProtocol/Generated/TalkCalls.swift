// Made by tools/varlink-gen from org.marquee.Display.varlink. Do not edit.
// swift-format-ignore-file

/// Begins a talk with the pages of a PDF file, on all external displays or on one.
public struct StartTalkCall: PictureCall, Hashable {
  public typealias Reply = TalkReply
  public static var method: ControlMethod { .startTalk }
  public static var parameterNames: [String] { CodingKeys.names }

  /// The file's path, absolute.
  public var deck: String
  /// The slide to begin with; nil for the first.
  public var page: Int?
  /// How long it may take; nil for no limit.
  public var durationSeconds: Double?
  /// The only display that it is for; nil for every external one, those to come included.
  public var screen: String?
  /// Whether displays that were never seen before show the talk; nil for the configuration's choice.
  public var newScreens: NewScreens?
  /// The part of each page that holds the speaker's notes; nil for none.
  public var notesHalf: TalkHalf?
  /// Whether a talk that is going on ends; nil for no.
  public var replace: Bool?
  /// Whether to answer at once instead of after the flip; nil for no.
  public var noWait: Bool?

  public init(
    deck: String, page: Int? = nil, durationSeconds: Double? = nil, screen: String? = nil,
    newScreens: NewScreens? = nil, notesHalf: TalkHalf? = nil, replace: Bool? = nil, noWait: Bool? = nil
  ) {
    self.deck = deck
    self.page = page
    self.durationSeconds = durationSeconds
    self.screen = screen
    self.newScreens = newScreens
    self.notesHalf = notesHalf
    self.replace = replace
    self.noWait = noWait
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case deck, page, durationSeconds, screen, newScreens, notesHalf, replace, noWait
  }
}

/// Answers the calls that change a talk.
public struct TalkReply: ControlReply, Hashable {
  /// The talk after the change.
  public var talk: TalkInfo
  /// The frames that show the change, one a screen that is lit; empty with `noWait`, or if no picture changed.
  public var presented: [PresentedFrame]
  /// Why no frame was presented although the call waited for one, and other remarks.
  public var note: String?
  /// The next step at the command line; nil if there is none.
  public var hint: String?

  public init(talk: TalkInfo, presented: [PresentedFrame], note: String? = nil, hint: String? = nil) {
    self.talk = talk
    self.presented = presented
    self.note = note
    self.hint = hint
  }

  enum CodingKeys: String, CodingKey {
    case talk, presented, note, hint
  }

  /// Writes every field; a missing value becomes null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(talk, forKey: .talk)
    try container.encode(presented, forKey: .presented)
    try container.encode(note, forKey: .note)
    try container.encode(hint, forKey: .hint)
  }
}

/// Asks for the talk that is going on.
public struct GetTalkCall: ControlParameters, Hashable {
  public typealias Reply = GetTalkReply
  public static var method: ControlMethod { .getTalk }
  public static var parameterNames: [String] { [] }

  public init() {}
}

/// Answers `GetTalk`, and each change for `WatchTalk`.
public struct GetTalkReply: ControlReply, Hashable {
  /// The talk; nil if there is none.
  public var talk: TalkInfo?

  public init(talk: TalkInfo? = nil) {
    self.talk = talk
  }

  enum CodingKeys: String, CodingKey {
    case talk
  }

  /// Writes every field; a missing value becomes null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(talk, forKey: .talk)
  }
}

/// Streams the talk: as it is, and again after each change; needs `more`.
public struct WatchTalkCall: ControlParameters, Hashable {
  public typealias Reply = GetTalkReply
  public static var method: ControlMethod { .watchTalk }
  public static var parameterNames: [String] { [] }

  public init() {}
}

/// Performs an action in the talk that is going on.
public struct ControlTalkCall: PictureCall, Hashable {
  public typealias Reply = TalkReply
  public static var method: ControlMethod { .controlTalk }
  public static var parameterNames: [String] { CodingKeys.names }

  /// The action.
  public var action: TalkAction
  /// The slide, with `goto`.
  public var page: Int?
  /// On or off, with `freeze`, `black`, `white` and `video`; nil for the other of the two.
  public var on: Bool?
  /// With `pointer`, `spotlight` and `video`, from 0 to 1.
  public var x: Double?
  /// With `pointer`, `spotlight` and `video`, from 0 to 1.
  public var y: Double?
  /// With `setDuration` and `message`.
  public var seconds: Double?
  /// With `message` and `code`.
  public var text: String?
  /// With `show`.
  public var screen: String?
  /// Whether to answer at once instead of after the flip; nil for no.
  public var noWait: Bool?

  public init(
    action: TalkAction, page: Int? = nil, on: Bool? = nil, x: Double? = nil, y: Double? = nil,
    seconds: Double? = nil, text: String? = nil, screen: String? = nil, noWait: Bool? = nil
  ) {
    self.action = action
    self.page = page
    self.on = on
    self.x = x
    self.y = y
    self.seconds = seconds
    self.text = text
    self.screen = screen
    self.noWait = noWait
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case action, page, on, x, y, seconds, text, screen, noWait
  }
}

/// A speaker's action in a talk.
public enum TalkAction: String, Codable, Hashable, Sendable, CaseIterable {
  /// To the next slide.
  case next
  /// To the slide before.
  case previous
  /// To the first slide.
  case first
  /// To the last slide.
  case last
  /// To the slide of a number (`page`).
  case goto
  /// Holds the picture that the audience sees, while the speaker goes on; without it the audience sees the speaker's
  /// slide.
  case freeze
  /// Covers the slide with black.
  case black
  /// Covers the slide with white.
  case white
  /// Points at a place of the slide (`x`, `y`).
  case pointer
  /// Darkens all but a place of the slide (`x`, `y`).
  case spotlight
  /// Ends pointing.
  case pointerOff
  /// Starts the timer; the first turn of a page does so too.
  case startTimer
  /// Stops the timer.
  case pauseTimer
  /// Sets the timer to zero.
  case resetTimer
  /// Sets how long the talk may take (`seconds`); zero for no limit.
  case setDuration
  /// Shows a text over the slide (`text`), for some `seconds` if they are given; an empty text ends it.
  case message
  /// Shows a text as a QR code over the slide (`text`); an empty text ends it.
  case code
  /// Plays the videos of the slide that the audience sees, or shows the slide itself (`on`); with `x` and `y` the video
  /// at this place.
  case video
  /// Lets a waiting display show the talk (`screen`).
  case show

  /// Reads a case by its name; throws `ControlError.invalidValue`, which lists all, for any other.
  public init(from decoder: any Decoder) throws {
    self = try decoder.name(of: "action")
  }
}

/// Ends the talk. Its displays return to their own pictures.
public struct EndTalkCall: PictureCall, Hashable {
  public typealias Reply = PictureReply
  public static var method: ControlMethod { .endTalk }
  public static var parameterNames: [String] { CodingKeys.names }

  /// Whether to answer at once instead of after the flip; nil for no.
  public var noWait: Bool?

  public init(noWait: Bool? = nil) {
    self.noWait = noWait
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case noWait
  }
}
