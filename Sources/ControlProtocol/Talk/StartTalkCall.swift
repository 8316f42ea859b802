/// Begins a talk with the pages of a PDF file, on all external displays or on one.
public struct StartTalkCall: PictureCall, Hashable {
  /// What it is answered with.
  public typealias Reply = TalkReply
  /// The method's name.
  public static var method: ControlMethod { .startTalk }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { CodingKeys.names }

  /// The file's path, absolute.
  public var deck: String
  /// The slide to begin with; nil for the first.
  public var page: Int?
  /// How long it may take; nil for as long as it takes.
  public var durationSeconds: Double?
  /// The only display that it is for; nil for every external one, those to come included.
  public var screen: String?
  /// What displays that were never seen before get; nil for what the configuration says of them.
  public var newScreens: NewScreens?
  /// Where pages have the speaker's notes; nil for nowhere.
  public var notesHalf: TalkHalf?
  /// Whether a talk that is going on ends; nil for no.
  public var replace: Bool?
  /// Whether to answer at once instead of after the flip; nil for no.
  public var noWait: Bool?

  /// Makes one from its fields.
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
