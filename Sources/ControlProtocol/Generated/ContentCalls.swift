// Made by tools/varlink-gen from org.marquee.Display.varlink. Do not edit.
// swift-format-ignore-file

/// Sets the content of the foreground app's scene on a screen, or goes back to the configured one.
public struct ShowCall: PictureCall, Hashable {
  public typealias Reply = PictureReply
  public static var method: ControlMethod { .show }
  public static var parameterNames: [String] { CodingKeys.names }

  /// The screen's name, as `HDMI-A-1`.
  public var screen: String
  /// The content that is shown from now on; nil with `configured`.
  public var content: ContentInfo?
  /// How long it is shown, from 0.1 to 604800 seconds; nil for ever.
  public var forSeconds: Double?
  /// Whether to go back to the configured content; nil for no.
  public var configured: Bool?
  /// The version of the content that is replaced, from `GetContent`; nil for any.
  public var version: String?
  /// The token that a registered app got; needed while that app is there, but with the access `admin`.
  public var token: String?
  /// Whether to answer at once instead of after the flip; nil for no.
  public var noWait: Bool?

  public init(
    screen: String, content: ContentInfo? = nil, forSeconds: Double? = nil, configured: Bool? = nil,
    version: String? = nil, token: String? = nil, noWait: Bool? = nil
  ) {
    self.screen = screen
    self.content = content
    self.forSeconds = forSeconds
    self.configured = configured
    self.version = version
    self.token = token
    self.noWait = noWait
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case screen, content, forSeconds, configured, version, token, noWait
  }
}

/// Sets the content of scenes on several screens, which change together.
public struct ShowTogetherCall: PictureCall, Hashable {
  public typealias Reply = PictureReply
  public static var method: ControlMethod { .showTogether }
  public static var parameterNames: [String] { CodingKeys.names }

  /// The content that each screen shows from now on.
  public var contents: [ScreenContent]
  /// The token that a registered app got; needed while that app is there, but with the access `admin`.
  public var token: String?
  /// Whether to answer at once instead of after the flips; nil for no.
  public var noWait: Bool?

  public init(contents: [ScreenContent], token: String? = nil, noWait: Bool? = nil) {
    self.contents = contents
    self.token = token
    self.noWait = noWait
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case contents, token, noWait
  }
}

/// Asks for the visible part of the scene on a screen at a time.
public struct ContentAtCall: ControlParameters, Hashable {
  public typealias Reply = ContentAtReply
  public static var method: ControlMethod { .contentAt }
  public static var parameterNames: [String] { CodingKeys.names }

  /// The screen's name, as `HDMI-A-1`.
  public var screen: String
  /// The time with its offset from UTC, as `2026-12-31T18:00+01:00`; nil for now.
  public var time: String?
  /// Another content for the answer, which the screen does not show; nil for the content of the screen.
  public var content: ContentInfo?
  /// The most pixels of the longer side of a picture of `content`; nil for no picture.
  public var longestSide: Int?

  public init(screen: String, time: String? = nil, content: ContentInfo? = nil, longestSide: Int? = nil) {
    self.screen = screen
    self.time = time
    self.content = content
    self.longestSide = longestSide
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case screen, time, content, longestSide
  }
}

/// Answers `ContentAt`.
public struct ContentAtReply: ControlReply, Hashable {
  /// The time that was asked for, in UTC.
  public var time: String
  /// The items that are shown: one, or one for each region of a layout; on a frozen screen those that play beneath.
  public var moments: [ContentMomentInfo]
  /// Why files and folders of the content cannot be shown at present.
  public var troubles: [String]
  /// Whether the machine's clock is known to be right; nil if no daemon was asked.
  public var clockRight: Bool?
  /// Why the screen shows something other than requested, a sentence each.
  public var notes: [String]
  /// The picture of the given content as a PNG file, in base64; nil if none was asked for, or if the screen has no
  /// mode.
  public var png: String?
  /// The zone of the configuration, as `Europe/Berlin`; nil for the machine's zone.
  public var zone: String?

  public init(
    time: String, moments: [ContentMomentInfo], troubles: [String] = [], clockRight: Bool? = nil,
    notes: [String] = [], png: String? = nil, zone: String? = nil
  ) {
    self.time = time
    self.moments = moments
    self.troubles = troubles
    self.clockRight = clockRight
    self.notes = notes
    self.png = png
    self.zone = zone
  }

  enum CodingKeys: String, CodingKey {
    case time, moments, troubles, clockRight, notes, png, zone
  }

  /// Reads one.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.time = try container.decode(String.self, forKey: .time)
    self.moments = try container.decode([ContentMomentInfo].self, forKey: .moments)
    self.troubles = try container.decodeIfPresent([String].self, forKey: .troubles) ?? []
    self.clockRight = try container.decodeIfPresent(Bool.self, forKey: .clockRight)
    self.notes = try container.decodeIfPresent([String].self, forKey: .notes) ?? []
    self.png = try container.decodeIfPresent(String.self, forKey: .png)
    self.zone = try container.decodeIfPresent(String.self, forKey: .zone)
  }

  /// Writes every field; a missing value becomes null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(time, forKey: .time)
    try container.encode(moments, forKey: .moments)
    try container.encode(troubles, forKey: .troubles)
    try container.encode(clockRight, forKey: .clockRight)
    try container.encode(notes, forKey: .notes)
    try container.encode(png, forKey: .png)
    try container.encode(zone, forKey: .zone)
  }
}

/// Asks for the whole content of the foreground app's scene on a screen.
public struct GetContentCall: ControlParameters, Hashable {
  public typealias Reply = GetContentReply
  public static var method: ControlMethod { .getContent }
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

/// Answers `GetContent`.
public struct GetContentReply: ControlReply, Hashable {
  /// The content.
  public var content: ContentInfo
  /// Whether `Show` set it; otherwise it is configured.
  public var isChosen: Bool
  /// The name of this content, for `Show`.
  public var version: String

  public init(content: ContentInfo, isChosen: Bool, version: String) {
    self.content = content
    self.isChosen = isChosen
    self.version = version
  }
}

/// Turns to another page of the deck that the foreground app's scene on a screen shows.
public struct TurnPageCall: PictureCall, Hashable {
  public typealias Reply = TurnPageReply
  public static var method: ControlMethod { .turnPage }
  public static var parameterNames: [String] { CodingKeys.names }

  /// The screen's name, as `HDMI-A-1`.
  public var screen: String
  /// The page to turn to.
  public var turn: PageTurn
  /// The page's number from 1, with `goto`.
  public var page: Int?
  /// The token that a registered app got; needed while that app is there, but with the access `admin`.
  public var token: String?
  /// Whether to answer at once instead of after the flip; nil for no.
  public var noWait: Bool?

  public init(screen: String, turn: PageTurn, page: Int? = nil, token: String? = nil, noWait: Bool? = nil) {
    self.screen = screen
    self.turn = turn
    self.page = page
    self.token = token
    self.noWait = noWait
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case screen, turn, page, token, noWait
  }
}

/// The page of a deck to turn to.
public enum PageTurn: String, Codable, Hashable, Sendable, CaseIterable {
  /// The next page.
  case next
  /// The page before.
  case previous
  /// The first page.
  case first
  /// The last page.
  case last
  /// The page of a number (`page`).
  case goto

  /// Reads a case by its name; throws `ControlError.invalidValue`, which lists all, for any other.
  public init(from decoder: any Decoder) throws {
    self = try decoder.name(of: "turn")
  }
}

/// Answers `TurnPage`.
public struct TurnPageReply: ControlReply, Hashable {
  /// The page that is shown, from 1.
  public var page: Int
  /// The number of pages.
  public var pages: Int
  /// The first frame with it; empty with `noWait`, or if the picture did not change.
  public var presented: [PresentedFrame]
  /// Why no frame was presented although the call waited for one.
  public var note: String?
  /// The next step at the command line; nil if there is none.
  public var hint: String?

  public init(page: Int, pages: Int, presented: [PresentedFrame] = [], note: String? = nil, hint: String? = nil) {
    self.page = page
    self.pages = pages
    self.presented = presented
    self.note = note
    self.hint = hint
  }

  enum CodingKeys: String, CodingKey {
    case page, pages, presented, note, hint
  }

  /// Writes every field; a missing value becomes null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(page, forKey: .page)
    try container.encode(pages, forKey: .pages)
    try container.encode(presented, forKey: .presented)
    try container.encode(note, forKey: .note)
    try container.encode(hint, forKey: .hint)
  }
}

/// Sets the texts of set-up cards about the web pages as long as the connection is open; needs `more`.
///
/// Of several callers the newest counts.
public struct OfferSetupCall: ControlParameters, Hashable {
  public typealias Reply = OfferSetupReply
  public static var method: ControlMethod { .offerSetup }
  public static var parameterNames: [String] { CodingKeys.names }

  /// The machine's network address.
  public var address: String?
  /// The address at which browsers of other machines find the pages.
  public var page: String?
  /// A code that pairs a browser, as people write it.
  public var code: String?
  /// The address with the code, for a QR code.
  public var link: String?
  /// Whether a browser has once paired for control: while that is set, no card has a code of another program either.
  public var claimed: Bool?

  public init(
    address: String? = nil, page: String? = nil, code: String? = nil, link: String? = nil, claimed: Bool? = nil
  ) {
    self.address = address
    self.page = page
    self.code = code
    self.link = link
    self.claimed = claimed
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case address, page, code, link, claimed
  }
}

/// Answers `OfferSetup`: once at the beginning, and after each change.
public struct OfferSetupReply: ControlReply, Hashable {
  /// Whether a set-up card is seen on a screen.
  public var shown: Bool
  /// Whether a visible card shows a code, if there is one.
  public var pairing: Bool

  public init(shown: Bool, pairing: Bool) {
    self.shown = shown
    self.pairing = pairing
  }
}
