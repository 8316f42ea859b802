// Made by tools/varlink-gen from org.marquee.Display.varlink. Do not edit.
// swift-format-ignore-file

/// The place on the slide that the speaker points at.
public struct TalkPointer: Codable, Hashable, Sendable {
  /// How the speaker points at it.
  public var kind: TalkPointerKind
  /// From 0 at the slide's left edge to 1 at its right one.
  public var x: Double
  /// From 0 at the slide's upper edge to 1 at its lower one.
  public var y: Double

  public init(kind: TalkPointerKind, x: Double, y: Double) {
    self.kind = kind
    self.x = x
    self.y = y
  }
}

/// How the speaker points at something.
public enum TalkPointerKind: String, Codable, Hashable, Sendable, CaseIterable {
  /// A red dot.
  case pointer
  /// A bright circle; all around it is darkened.
  case spotlight

  /// Reads a case by its name; throws `ControlError.invalidValue`, which lists all, for any other.
  public init(from decoder: any Decoder) throws {
    self = try decoder.name(of: "kind")
  }
}

/// A video on a slide.
public struct TalkVideo: Codable, Hashable, Sendable {
  /// Its name in the deck or in the notes; empty if the deck contains it.
  public var file: String
  /// Whether it was started.
  ///
  /// At its end the last picture stays.
  public var playing: Bool
  /// Whether it starts when the slide is shown.
  public var startsWithSlide: Bool
  /// The left edge, in shares of the slide's width.
  public var x: Double
  /// The upper edge, in shares of the slide's height.
  public var y: Double
  /// In shares of the slide's width.
  public var width: Double
  /// In shares of the slide's height.
  public var height: Double
  /// Why it cannot be played; nil if there is no reason.
  public var trouble: String?

  public init(
    file: String, playing: Bool, startsWithSlide: Bool, x: Double, y: Double, width: Double, height: Double,
    trouble: String? = nil
  ) {
    self.file = file
    self.playing = playing
    self.startsWithSlide = startsWithSlide
    self.x = x
    self.y = y
    self.width = width
    self.height = height
    self.trouble = trouble
  }

  enum CodingKeys: String, CodingKey {
    case file, playing, startsWithSlide, x, y, width, height, trouble
  }

  /// Writes every field; a missing value becomes null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(file, forKey: .file)
    try container.encode(playing, forKey: .playing)
    try container.encode(startsWithSlide, forKey: .startsWithSlide)
    try container.encode(x, forKey: .x)
    try container.encode(y, forKey: .y)
    try container.encode(width, forKey: .width)
    try container.encode(height, forKey: .height)
    try container.encode(trouble, forKey: .trouble)
  }
}

/// How long a talk goes on.
public struct TalkTimer: Codable, Hashable, Sendable {
  /// Whether it runs.
  public var running: Bool
  /// The time that had passed at `monotonicNanoseconds`.
  public var elapsedSeconds: Double
  /// How long the talk may take; nil if that was never set.
  public var durationSeconds: Double?
  /// The moment of these values, on the daemon's monotonic clock.
  public var monotonicNanoseconds: UInt64

  public init(running: Bool, elapsedSeconds: Double, durationSeconds: Double? = nil, monotonicNanoseconds: UInt64) {
    self.running = running
    self.elapsedSeconds = elapsedSeconds
    self.durationSeconds = durationSeconds
    self.monotonicNanoseconds = monotonicNanoseconds
  }

  enum CodingKeys: String, CodingKey {
    case running, elapsedSeconds, durationSeconds, monotonicNanoseconds
  }

  /// Writes every field; a missing value becomes null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(running, forKey: .running)
    try container.encode(elapsedSeconds, forKey: .elapsedSeconds)
    try container.encode(durationSeconds, forKey: .durationSeconds)
    try container.encode(monotonicNanoseconds, forKey: .monotonicNanoseconds)
  }
}

/// A display as a talk sees it.
public struct TalkScreenInfo: Codable, Hashable, Sendable {
  /// Its name.
  public var screen: String
  /// The own name of the screen, as `Counter`; nil if the configuration gives it none.
  public var label: String?
  /// How it takes part.
  public var state: TalkScreenState
  /// Its mode; nil if it has none.
  public var mode: ScreenModeInfo?
  /// The make, model and serial of the display; nil if the display does not report them.
  ///
  /// A change means another display on the same connector.
  public var display: String?

  public init(
    screen: String, label: String? = nil, state: TalkScreenState, mode: ScreenModeInfo? = nil,
    display: String? = nil
  ) {
    self.screen = screen
    self.label = label
    self.state = state
    self.mode = mode
    self.display = display
  }

  enum CodingKeys: String, CodingKey {
    case screen, label, state, mode, display
  }

  /// Writes every field; a missing value becomes null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(screen, forKey: .screen)
    try container.encode(label, forKey: .label)
    try container.encode(state, forKey: .state)
    try container.encode(mode, forKey: .mode)
    try container.encode(display, forKey: .display)
  }
}

/// How a display takes part in a talk.
public enum TalkScreenState: String, Codable, Hashable, Sendable, CaseIterable {
  /// It shows the talk.
  case shown
  /// It was never seen before, and shows nothing of the talk until a `show` for it.
  case waiting
  /// It does not show the talk: it is off, or another app is in the foreground there.
  case hidden
  /// It does not show the talk, because an alarm covers it.
  case alarm

  /// Reads a case by its name; throws `ControlError.invalidValue`, which lists all, for any other.
  public init(from decoder: any Decoder) throws {
    self = try decoder.name(of: "state")
  }
}

/// A talk: it lives in the daemon, whichever client drives it.
public struct TalkInfo: Codable, Hashable, Sendable {
  /// The talk's identifier; every talk has a new one.
  public var identifier: String
  /// The PDF file's path; its name alone for users who may only observe.
  public var deck: String
  /// The version of the file: a new value for each file that is read there, also over a restart of the daemon; nil
  /// while none was read.
  ///
  /// Texts and pictures of slides are valid for one version.
  public var deckVersion: String?
  /// The document's title, or its file's name.
  public var title: String
  /// The slide that the speaker has reached, from 1.
  public var page: Int
  /// The slide that the audience sees if nothing covers it; while frozen, not the speaker's slide.
  public var shownPage: Int
  /// The number of slides.
  public var pages: Int
  /// Whether the audience's picture is held.
  public var frozen: Bool
  /// The cover of the slide.
  public var cover: TalkCover
  /// The place that the speaker points at; nil for none.
  public var pointer: TalkPointer?
  /// The text over the slide.
  public var message: String?
  /// The text of the QR code over the slide.
  public var code: String?
  /// How long it goes on.
  public var timer: TalkTimer
  /// The part of each page that holds the speaker's notes.
  public var notesHalf: TalkHalf
  /// The version of the notes that were set as a whole; nil if there are none.
  public var notesVersion: String?
  /// Whether displays that were never seen before show the talk.
  public var newScreens: NewScreens
  /// The displays that the talk is for, by their names.
  public var screens: [TalkScreenInfo]
  /// The videos of the slide that the audience sees; nil if it has none.
  public var videos: [TalkVideo]?
  /// The names of all videos, as the deck and the notes name them; nil if there are none.
  public var videoFiles: [String]?
  /// The present problem, as a sentence: the deck cannot be read, or a slide cannot be drawn.
  ///
  /// The last good picture stays.
  public var trouble: String?
  /// A remark about an automatic change, as a sentence, until the next action: it is no problem.
  public var remark: String?

  public init(
    identifier: String, deck: String, deckVersion: String? = nil, title: String, page: Int, shownPage: Int,
    pages: Int, frozen: Bool, cover: TalkCover, pointer: TalkPointer? = nil, message: String? = nil,
    code: String? = nil, timer: TalkTimer, notesHalf: TalkHalf, notesVersion: String? = nil, newScreens: NewScreens,
    screens: [TalkScreenInfo], videos: [TalkVideo]? = nil, videoFiles: [String]? = nil, trouble: String? = nil,
    remark: String? = nil
  ) {
    self.identifier = identifier
    self.deck = deck
    self.deckVersion = deckVersion
    self.title = title
    self.page = page
    self.shownPage = shownPage
    self.pages = pages
    self.frozen = frozen
    self.cover = cover
    self.pointer = pointer
    self.message = message
    self.code = code
    self.timer = timer
    self.notesHalf = notesHalf
    self.notesVersion = notesVersion
    self.newScreens = newScreens
    self.screens = screens
    self.videos = videos
    self.videoFiles = videoFiles
    self.trouble = trouble
    self.remark = remark
  }

  enum CodingKeys: String, CodingKey {
    case identifier, deck, deckVersion, title, page, shownPage, pages, frozen, cover, pointer, message, code, timer,
      notesHalf, notesVersion, newScreens, screens, videos, videoFiles, trouble, remark
  }

  /// Writes every field; a missing value becomes null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(identifier, forKey: .identifier)
    try container.encode(deck, forKey: .deck)
    try container.encode(deckVersion, forKey: .deckVersion)
    try container.encode(title, forKey: .title)
    try container.encode(page, forKey: .page)
    try container.encode(shownPage, forKey: .shownPage)
    try container.encode(pages, forKey: .pages)
    try container.encode(frozen, forKey: .frozen)
    try container.encode(cover, forKey: .cover)
    try container.encode(pointer, forKey: .pointer)
    try container.encode(message, forKey: .message)
    try container.encode(code, forKey: .code)
    try container.encode(timer, forKey: .timer)
    try container.encode(notesHalf, forKey: .notesHalf)
    try container.encode(notesVersion, forKey: .notesVersion)
    try container.encode(newScreens, forKey: .newScreens)
    try container.encode(screens, forKey: .screens)
    try container.encode(videos, forKey: .videos)
    try container.encode(videoFiles, forKey: .videoFiles)
    try container.encode(trouble, forKey: .trouble)
    try container.encode(remark, forKey: .remark)
  }
}

/// The cover of the slide on the display.
public enum TalkCover: String, Codable, Hashable, Sendable, CaseIterable {
  /// No cover: the slide is visible.
  case none
  /// Black.
  case black
  /// White.
  case white

  /// Reads a case by its name; throws `ControlError.invalidValue`, which lists all, for any other.
  public init(from decoder: any Decoder) throws {
    self = try decoder.name(of: "cover")
  }
}

/// The half of each page that holds the speaker's notes, as beamer's second screen lays pages out.
public enum TalkHalf: String, Codable, Hashable, Sendable, CaseIterable {
  /// No part: each page is a slide.
  case none
  /// The left half.
  case left
  /// The right half.
  case right
  /// The upper half.
  case top
  /// The lower half.
  case bottom

  /// Reads a case by its name; throws `ControlError.invalidValue`, which lists all, for any other.
  public init(from decoder: any Decoder) throws {
    self = try decoder.name(of: "notesHalf")
  }
}

/// Whether a display that was never seen before shows a talk.
public enum NewScreens: String, Codable, Hashable, Sendable, CaseIterable {
  /// It shows the slide, as every other display.
  case show
  /// It shows nothing until a `show` for it.
  case ask

  /// Reads a case by its name; throws `ControlError.invalidValue`, which lists all, for any other.
  public init(from decoder: any Decoder) throws {
    self = try decoder.name(of: "newScreens")
  }
}
