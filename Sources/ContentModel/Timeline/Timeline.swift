/// The picture of content at a time: a pure function with the same result on all boxes with the same files.
package enum Timeline {
  /// The picture of `content` at `time`; for a layout it is the layout itself, because each region has its own timeline.
  package static func moment(of content: ContentDescription, at time: WallTime, in context: TimelineContext)
    -> TimelineMoment
  {
    TimelineQuery(time: time, context: context).moment(of: content, in: .outermost)
  }

  /// The span around `time` in which a schedule has the power off, over entries and days without a gap; nil if the power is on.
  package static func powerOff(
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

package struct PowerOffSpan: Hashable, Sendable {
  /// The time until which the power is off at least.
  package let until: WallTime
  /// Whether the power is on at `until`; otherwise later times were not examined.
  package let isEnd: Bool

  /// The longest span in days; longer spans have no end.
  static let mostDays: Int64 = 366

  /// The limit of joined entries and days. It is smaller for a long schedule, so that the search takes milliseconds.
  static func mostJoins(of content: ContentDescription) -> Int {
    guard case .schedule(let schedule) = content else { return 0 }
    return min(2_000, max(16, 20_000 / max(1, schedule.entries.count)))
  }
}

/// The picture of content from `since` on until before `until`; at `until` the picture changes.
package struct TimelineMoment: Hashable, Sendable {
  package var leaf: DueContent
  /// The item's name, starting at the outermost playlist or schedule, such as `evening/menu.pdf/3`; empty for content without items.
  package var item = ""
  /// The beginning of this turn of the item, which identifies the turn over several moments; nil for content without items.
  package var turn: WallTime?
  /// The beginning of the picture; nil if it has always been shown.
  package var since: WallTime?
  /// The end of the picture; nil if it stays.
  package var until: WallTime?
  /// The end of the hours of the item, after which its picture must go; nil if the item has no hours.
  package var hoursEnd: WallTime?
  /// The transition at `since`.
  package var transition = TransitionDescription.cut
  /// The reasons why items were skipped at this moment.
  package var skipped: [String] = []
}

/// The picture at a moment, which does not depend on the time any more.
package enum DueContent: Hashable, Sendable {
  /// Content with the files for the screen's shape, and the page of a deck.
  case content(ContentDescription)
  /// The text of a clock or a countdown.
  case face(ClockFace)
  /// The regions of a set-up card.
  case card(SetupCard)
  /// A screen without a signal.
  case powerOff
  /// The reasons why nothing can be played, each with its item.
  case nothing([String])

  /// The regions, which have their own timelines; nil if it is not a layout.
  package var arrangement: LayoutDescription? {
    switch self {
    case .content(.layout(let layout)): layout
    case .card(let card): card.layout
    case .content, .face, .powerOff, .nothing: nil
    }
  }

  /// The file; nil without one.
  package var path: String? { if case .content(let content) = self { content.value.path } else { nil } }

  /// The name in the proof of play: a file, otherwise a kind; nil if nothing is to be proved.
  package var proof: String? {
    switch self {
    case .content(let content): content.value.path ?? content.kind.rawValue
    case .face: ContentKind.clock.rawValue
    case .card: ContentKind.setup.rawValue
    case .powerOff, .nothing: nil
    }
  }

  /// The picture in the words of `explain`.
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

/// The facts besides the time that decide the picture: files, time zones, and whether the clock is right.
package struct TimelineContext: Hashable, Sendable {
  /// The number of pages of each deck by its file, if known.
  package var pageCounts: [String: Int] = [:]
  /// The length of each video by its file in nanoseconds, if known.
  package var clipLengths: [String: Int64] = [:]
  /// The picture files of each folder in the order of their names, if known.
  package var folders: [String: [String]] = [:]
  /// The reasons why files and folders cannot be played, by their path; items that need them are skipped.
  package var troubles: [String: String] = [:]
  /// The known rules of time zones; nil is the zone of contents that name none.
  package var zones: [String?: ZoneRules] = [:]
  package var names = CalendarNames.english
  package var isClockRight = true
  /// Whether the screen has more height than width, so that other files of contents may count.
  package var isPortrait = false
  package var setup = SetupCardInfo()

  /// A context with a clock that is right, and without other facts.
  package static let unknown = Self()

  package static func emptiness(of folder: String) -> String { "\(folder) holds no picture" }

  /// The reason why a schedule shows its fallback, and a clock shows no time.
  static func ignorance(ofZone zone: String?) -> String {
    "the rules of the time zone \(zone ?? "of this machine") are not known"
  }
}
