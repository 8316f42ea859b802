// Made by tools/varlink-gen from org.marquee.Display.varlink. Do not edit.
// swift-format-ignore-file

/// Asks for the texts of slides.
public struct TalkSlidesCall: ControlParameters, Hashable {
  public typealias Reply = TalkSlidesReply
  public static var method: ControlMethod { .talkSlides }
  public static var parameterNames: [String] { CodingKeys.names }

  /// The number of the first slide; nil for 1.
  public var first: Int?
  /// The number of slides, 1 to 50; nil for 50.
  public var count: Int?

  public init(first: Int? = nil, count: Int? = nil) {
    self.first = first
    self.count = count
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case first, count
  }
}

/// Answers `TalkSlides`.
public struct TalkSlidesReply: ControlReply, Hashable {
  /// How many slides the talk has.
  public var pages: Int
  /// The slides that were asked for, as far as they exist.
  public var slides: [TalkSlideInfo]

  public init(pages: Int, slides: [TalkSlideInfo]) {
    self.pages = pages
    self.slides = slides
  }
}

/// Sets the speaker's notes: those for some slides, while those of other slides stay, or with `set` all notes.
///
/// The notes are kept when this is answered, those of a set when the last part is. A client that loses the connection
/// before sends the set again from the first part, unless `TalkInfo.notesVersion` names its version.
public struct SetTalkNotesCall: ControlParameters, Hashable {
  public typealias Reply = EmptyReply
  public static var method: ControlMethod { .setTalkNotes }
  public static var parameterNames: [String] { CodingKeys.names }

  /// The notes, a slide at a time.
  public var notes: [TalkNoteInfo]
  /// The set that the notes are a part of; nil for none.
  public var set: TalkNoteSet?
  /// The identifier of the talk that they are for; nil for the present talk.
  ///
  /// It is an error if another talk is present, and nothing is changed.
  public var talk: String?

  public init(notes: [TalkNoteInfo], set: TalkNoteSet? = nil, talk: String? = nil) {
    self.notes = notes
    self.set = set
    self.talk = talk
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case notes, set, talk
  }
}

/// Asks for a small picture of a slide or of its notes.
public struct TalkPictureCall: ControlParameters, Hashable {
  public typealias Reply = TalkPictureReply
  public static var method: ControlMethod { .talkPicture }
  public static var parameterNames: [String] { CodingKeys.names }

  /// The slide's number, from 1.
  public var page: Int
  /// The part of the page; nil for the slide.
  public var part: TalkPart?
  /// The most pixels across, 16 to 1920.
  public var width: Int
  /// The most pixels down, 16 to 1200.
  public var height: Int

  public init(page: Int, part: TalkPart? = nil, width: Int, height: Int) {
    self.page = page
    self.part = part
    self.width = width
    self.height = height
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case page, part, width, height
  }
}

/// A part of a page.
public enum TalkPart: String, Codable, Hashable, Sendable, CaseIterable {
  /// The slide that the audience sees.
  case slide
  /// The half with the speaker's notes.
  case notes

  /// Reads a case by its name; throws `ControlError.invalidValue`, which lists all, for any other.
  public init(from decoder: any Decoder) throws {
    self = try decoder.name(of: "part")
  }
}

/// Answers `TalkPicture`.
public struct TalkPictureReply: ControlReply, Hashable {
  /// The slide's number.
  public var page: Int
  /// Width in pixels.
  public var width: Int
  /// Height in pixels.
  public var height: Int
  /// The picture as a PNG file, in base64.
  public var png: String

  public init(page: Int, width: Int, height: Int, png: String) {
    self.page = page
    self.width = width
    self.height = height
    self.png = png
  }
}
