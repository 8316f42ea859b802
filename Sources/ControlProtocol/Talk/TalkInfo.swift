/// A talk: it lives in the daemon, whoever drives it.
public struct TalkInfo: Codable, Hashable, Sendable {
  /// Another one for each talk.
  public var identifier: String
  /// The PDF file's path.
  public var deck: String
  /// Another one for each file that is read there, also over a restart of the daemon; nil while none was read.
  ///
  /// What is known of slides, and their pictures, holds for one version.
  public var deckVersion: String?
  /// The document's title, or its file's name.
  public var title: String
  /// The slide that the speaker has reached, from 1.
  public var page: Int
  /// The one that the audience sees, where nothing covers it: another while it is frozen.
  public var shownPage: Int
  /// How many there are.
  public var pages: Int
  /// Whether what the audience sees is held.
  public var frozen: Bool
  /// What covers the slide.
  public var cover: TalkCover
  /// Where the speaker points; nil for nowhere.
  public var pointer: TalkPointer?
  /// The text over the slide.
  public var message: String?
  /// The text of the QR code over the slide.
  public var code: String?
  /// How long it goes on.
  public var timer: TalkTimer
  /// Where pages have the speaker's notes.
  public var notesHalf: TalkHalf
  /// The version of the notes that were set as a whole; nil where there are none.
  public var notesVersion: String?
  /// What displays that were never seen before get.
  public var newScreens: NewScreens
  /// The displays that it is for, by their names.
  public var screens: [TalkScreenInfo]
  /// What is wrong at present, as a sentence: the deck cannot be read, a slide cannot be drawn.
  ///
  /// What was shown stays.
  public var trouble: String?
  /// What has happened by itself, as a sentence, until something is done: nothing is wrong.
  public var remark: String?

  /// Makes one from its fields.
  public init(
    identifier: String, deck: String, deckVersion: String? = nil, title: String, page: Int, shownPage: Int, pages: Int,
    frozen: Bool,
    cover: TalkCover, pointer: TalkPointer? = nil, message: String? = nil, code: String? = nil, timer: TalkTimer,
    notesHalf: TalkHalf, notesVersion: String? = nil, newScreens: NewScreens, screens: [TalkScreenInfo],
    trouble: String? = nil, remark: String? = nil
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
    self.trouble = trouble
    self.remark = remark
  }
}
