/// What a content shows at a time: a pure function, the same on every box that has the same files.
public enum Timeline {
  /// What `content` shows at `time`.
  ///
  /// Of a layout this is the layout: each region has a timeline of its own.
  public static func moment(of content: ContentDescription, at time: WallTime, in context: TimelineContext)
    -> TimelineMoment
  {
    TimelineQuery(time: time, context: context).moment(of: content, in: .outermost)
  }

  /// How long a schedule has the power off that has it off at `time`, over entries and days that follow each other without a gap; nil if
  /// it does not.
  public static func powerOff(
    by content: ContentDescription, at time: WallTime, in context: TimelineContext
  ) -> PowerOffSpan? {
    let now = moment(of: content, at: time, in: context)
    guard now.leaf == .powerOff, var until = now.until else { return nil }
    let days = PowerOffSpan.mostDays
    for _ in 0..<PowerOffSpan.mostJoins(of: content) {
      guard until.nanoseconds(since: time) < days * 86_400_000_000_000 else { break }
      let next = moment(of: content, at: until, in: context)
      guard next.leaf == .powerOff else { return PowerOffSpan(until: until, isEnd: true) }
      guard let later = next.until else { break }
      until = later
    }
    return PowerOffSpan(until: until, isEnd: false)
  }
}

/// How long a schedule has the power off.
public struct PowerOffSpan: Hashable, Sendable {
  /// It is off until then at least.
  public let until: WallTime
  /// Whether it is on again at `until`; otherwise nothing later was looked at.
  public let isEnd: Bool

  /// A span that is longer than this has no end.
  static let mostDays: Int64 = 366

  /// How many entries and days are joined: fewer in a long schedule, so that the search takes milliseconds.
  static func mostJoins(of content: ContentDescription) -> Int {
    guard case .schedule(let schedule) = content else { return 0 }
    return min(2_000, max(16, 20_000 / max(1, schedule.entries.count)))
  }
}

/// What a content shows at a moment, and from when until when it is the same.
///
/// At every time from `since` on and before `until` the answer is this very value; at `until` it is another one.
public struct TimelineMoment: Hashable, Sendable {
  /// What is to be seen.
  public var leaf: DueContent
  /// The item's name, the same on every box.
  ///
  /// Leads from the outermost playlist or schedule to the item, as `evening/menu.pdf/3`; empty for content that plays nothing.
  public var item: String
  /// When this turn of the item began: tells it from the item's next turn; nil for content that plays nothing.
  ///
  /// A clock in a playlist is another moment with every tick, but the same turn.
  public var turn: WallTime?
  /// Since when it is shown by this; nil for ever since.
  public var since: WallTime?
  /// When something else is shown; nil where it stays.
  public var until: WallTime?
  /// How it comes in at `since`.
  public var transition: TransitionDescription
  /// The reasons for which items were passed over at this moment.
  public var skipped: [String]

  /// Makes a moment.
  public init(
    _ leaf: DueContent, item: String = "", turn: WallTime? = nil, since: WallTime? = nil, until: WallTime? = nil,
    transition: TransitionDescription = .cut, skipped: [String] = []
  ) {
    self.leaf = leaf
    self.item = item
    self.turn = turn
    self.since = since
    self.until = until
    self.transition = transition
    self.skipped = skipped
  }
}

/// What is to be seen at a moment: it does not depend on the time any more.
public enum DueContent: Hashable, Sendable {
  /// A content as it is: files are those for the screen's shape, and of a deck it is the page that it says.
  case content(ContentDescription)
  /// The text of a clock or a countdown.
  case face(ClockFace)
  /// The regions of a set-up card.
  case card(SetupCard)
  /// The schedule wants no signal on the screen.
  case powerOff
  /// Nothing of it can be played now; the reasons, each with its item.
  case nothing([String])

  /// The regions that it consists of, which have timelines of their own; nil where it is no layout.
  public var arrangement: LayoutDescription? {
    switch self {
    case .content(.layout(let layout)): layout
    case .card(let card): card.layout
    case .content, .face, .powerOff, .nothing: nil
    }
  }

  /// The file that it is made of; nil where there is none.
  package var path: String? { if case .content(let content) = self { content.value.path } else { nil } }

  /// What the proof of play says of it: its file, else its kind; nil for what is nothing to be proved.
  package var proof: String? {
    switch self {
    case .content(let content): content.value.path ?? content.kind.rawValue
    case .face: ContentKind.clock.rawValue
    case .card: ContentKind.setup.rawValue
    case .powerOff, .nothing: nil
    }
  }

  /// What it is, as `explain` says it.
  package var summary: String {
    switch self {
    case .content(let content): content.value.summary
    case .face(let face): "text \(face.text)"
    case .card: ContentKind.setup.rawValue
    case .powerOff: "power off"
    case .nothing(let reasons): reasons.isEmpty ? "nothing" : "nothing: \(reasons.firstFew.joined(separator: "; "))"
    }
  }
}

/// What is known of the world when it is asked what is to be shown: files, time zones, and whether the clock is right.
public struct TimelineContext: Hashable, Sendable {
  /// The pages of each deck by its file; one that is not here is not known yet.
  public var pageCounts: [String: Int] = [:]
  /// The picture files of each folder, in the order of their names; one that is not here is not known yet.
  public var folders: [String: [String]] = [:]
  /// Why files and folders cannot be played now, by their path; items that need one are passed over.
  public var troubles: [String: String] = [:]
  /// The rules of each time zone that contents name; nil is the machine's own.
  public var zones: [String?: ZoneRules] = [:]
  /// Whether the time of day is known to be right.
  public var isClockRight = true
  /// Whether it is shown on more height than width: contents with another file for that are played from it.
  public var isPortrait = false
  /// What set-up cards say.
  public var setup = SetupCardInfo()

  /// Nothing is known, but the clock is right.
  package static let unknown = Self()

  /// Why a folder without pictures is passed over.
  public static func emptiness(of folder: String) -> String { "\(folder) holds no picture" }

  /// Why a schedule shows its fallback, and a clock no time.
  static func ignorance(ofZone zone: String?) -> String {
    "the rules of the time zone \(zone ?? "of this machine") are not known"
  }
}
