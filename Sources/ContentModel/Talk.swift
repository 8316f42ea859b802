package import DisplayTypes

/// A talk as a pure value, with its slide, timer, pointer and cover.
package struct Talk: Hashable, Sendable {
  package enum Cover: String, Hashable, Sendable, CaseIterable {
    case none, black, white
  }

  /// The half of each page that has the speaker's notes.
  package enum Half: String, Hashable, Sendable, CaseIterable {
    case none, left, right, top, bottom
  }

  /// A point of the slide, in shares of its width and height.
  package struct Pointer: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
      case pointer, spotlight
    }

    package var kind: Kind
    /// From 0 at the left and upper edge, to 1 at the right and lower edge.
    package var x: Double
    package var y: Double

    /// Makes a pointer; a point outside the slide moves to its edge.
    package init(_ kind: Kind, x: Double, y: Double) {
      self.kind = kind
      self.x = x.isFinite ? min(max(x, 0), 1) : 0
      self.y = y.isFinite ? min(max(y, 0), 1) : 0
    }
  }

  package let identifier: String
  /// The PDF file's path.
  package let deck: String
  /// The title of the document, or its file name.
  package private(set) var title: String
  /// The speaker's slide, from 1 to `pages`.
  package private(set) var page: Int
  /// The number of slides, at least 1.
  package private(set) var pages: Int
  /// The slide that the audience sees while the speaker continues; nil if it follows the speaker.
  package private(set) var heldPage: Int?
  package private(set) var cover = Cover.none
  package private(set) var pointer: Pointer?
  package private(set) var message: String?
  /// The end of the message; nil if the message stays.
  package private(set) var messageEnd: MonotonicTime?
  package private(set) var code: String?
  /// The times at which videos of the shown slide were started, by their index on the slide.
  package private(set) var playing: [Int: MonotonicTime] = [:]
  package private(set) var timer = TalkStopwatch()
  /// The time limit in milliseconds; nil without a limit.
  package private(set) var durationMilliseconds: Int?
  package let half: Half
  /// The connector of its only display; nil for every external display.
  package let screen: String?
  /// Whether displays that were never seen before wait for a confirmation.
  package let asksOfNewScreens: Bool
  /// Whether its deck may be only a file of the media folder.
  package let isConfined: Bool

  /// The longest time limit: a day, in milliseconds.
  package static let longestMilliseconds = 86_400_000

  package init(
    identifier: String, deck: String, title: String, page: Int = 1, pages: Int, durationMilliseconds: Int? = nil,
    half: Half = .none, screen: String? = nil, asksOfNewScreens: Bool = false,
    isConfined: Bool = false
  ) {
    self.identifier = identifier
    self.deck = deck
    self.title = TalkTitle.cleaned(title)
    self.pages = max(1, pages)
    self.page = min(max(1, page), max(1, pages))
    self.durationMilliseconds = durationMilliseconds.flatMap(Self.duration)
    self.half = half
    self.screen = screen
    self.asksOfNewScreens = asksOfNewScreens
    self.isConfined = isConfined
  }

  /// The slide of the audience, which may be under a cover.
  package var shownPage: Int { heldPage ?? page }

  package var isFrozen: Bool { heldPage != nil }

  /// The pointer of the audience; nil while the audience sees a slide that is not the speaker's.
  package var seenPointer: Pointer? { shownPage == page ? pointer : nil }

  package mutating func perform(_ action: TalkCommand, at now: MonotonicTime) -> TalkChange {
    let before = self
    switch action {
    case .next: turn(to: page + 1, now)
    case .previous: turn(to: page - 1, now)
    case .first: turn(to: 1, now)
    case .last: turn(to: pages, now)
    case .goto(let number): turn(to: number, now)
    case .freeze(let isOn): heldPage = isOn ?? !isFrozen ? shownPage : nil
    case .cover(let wanted, let isOn):
      if isOn ?? (cover != wanted) { cover = wanted } else if cover == wanted { cover = .none }
    case .point(let pointer): self.pointer = pointer
    case .startTimer: timer.start(at: now)
    case .pauseTimer: timer.pause(at: now)
    case .resetTimer: timer.reset(at: now)
    case .setDuration(let milliseconds): durationMilliseconds = Self.duration(milliseconds)
    case .message(let text, let milliseconds):
      message = text.isEmpty ? nil : text
      messageEnd = text.isEmpty ? nil : milliseconds.map { now.advanced(by: UInt64(max(0, $0)) * 1_000_000) }
    case .code(let text): code = text.isEmpty ? nil : text
    case .playVideos(let indices): for index in indices { playing[index] = now }
    case .stopVideos(let indices): for index in indices { playing[index] = nil }
    case .passTime: if let messageEnd, messageEnd <= now { endMessage() }
    }
    if shownPage != before.shownPage { playing = [:] }
    return TalkChange(from: before, to: self)
  }

  package mutating func setTitle(_ title: String) { self.title = TalkTitle.cleaned(title) }

  /// Sets the number of pages; if the current slide does not exist any more, the last one replaces it.
  package mutating func setPages(_ count: Int) -> TalkChange {
    let before = self
    pages = max(1, count)
    page = min(page, pages)
    heldPage = heldPage.map { min($0, pages) }
    playing = [:]
    return TalkChange(from: before, to: self)
  }

  package mutating func restore(heldPage: Int?, cover: Cover, message: String?, code: String?, timer: TalkStopwatch) {
    self.heldPage = heldPage.map { min(max(1, $0), pages) }
    self.cover = cover
    self.message = message
    self.code = code
    self.timer = timer
  }

  /// Removes state that is not stored: the pointer, started videos, and a message that ends by itself.
  mutating func forgetPassing() {
    pointer = nil
    playing = [:]
    if messageEnd != nil { endMessage() }
  }

  private mutating func turn(to number: Int, _ now: MonotonicTime) {
    let wanted = min(max(1, number), pages)
    guard wanted != page else { return }
    page = wanted
    // The pointer was at a point of the slide before.
    pointer = nil
    if !timer.wasUsed { timer.start(at: now) }
  }

  private mutating func endMessage() {
    message = nil
    messageEnd = nil
  }

  private static func duration(_ milliseconds: Int) -> Int? {
    milliseconds > 0 ? min(milliseconds, longestMilliseconds) : nil
  }
}

package enum TalkCommand: Hashable, Sendable {
  case next, previous, first, last
  /// Goes to the slide of this number, or to the nearest one.
  case goto(Int)
  /// Holds the audience's slide, or lets it follow the speaker; nil switches.
  case freeze(Bool?)
  /// Covers or uncovers the slide; nil switches.
  case cover(Talk.Cover, Bool?)
  /// Shows the pointer; nil removes it.
  case point(Talk.Pointer?)
  case startTimer, pauseTimer
  /// Sets the timer to zero; a running timer continues.
  case resetTimer
  /// Sets the time limit in milliseconds; zero means no limit.
  case setDuration(Int)
  /// Shows a text for a number of milliseconds, or without an end for nil; an empty text ends it.
  case message(String, Int?)
  /// Shows a QR code; an empty text ends it.
  case code(String)
  /// Plays videos of the shown slide from their beginning.
  case playVideos(Set<Int>)
  /// Shows the slide itself instead of videos.
  case stopVideos(Set<Int>)
  /// Ends a message if its time is over.
  case passTime
}

/// The consequences of an action in a talk.
package struct TalkChange: Hashable, Sendable {
  package var isAny: Bool
  /// Whether stored state has changed.
  package var isKept: Bool
  /// Whether the picture of the audience may have changed.
  package var isSeen: Bool
  /// Whether the speaker has gone to another slide.
  package var isTurn: Bool

  package static let none = TalkChange(isAny: false, isKept: false, isSeen: false, isTurn: false)
}

extension TalkChange {
  package init(from before: Talk, to after: Talk) {
    isAny = before != after
    isTurn = before.page != after.page || before.pages != after.pages
    isSeen =
      before.shownPage != after.shownPage || before.cover != after.cover || before.seenPointer != after.seenPointer
      || before.message != after.message || before.code != after.code || before.playing != after.playing
    var (old, new) = (before, after)
    old.forgetPassing()
    new.forgetPassing()
    isKept = old != new
  }
}

package struct TalkStopwatch: Hashable, Sendable {
  /// The counted time until the last start or stop, in milliseconds.
  package private(set) var passedMilliseconds: Int
  /// The last start; nil while the timer stands.
  package private(set) var start: MonotonicTime?
  /// Whether the timer was started before, so that turning a page does not start it again.
  package private(set) var wasUsed: Bool

  /// The time at which the timer stops counting: a week, in milliseconds.
  package static let longestMilliseconds = 604_800_000

  /// Continues from stored values, which are clamped to their ranges.
  package init(passedMilliseconds: Int = 0, start: MonotonicTime? = nil, wasUsed: Bool = false) {
    self.passedMilliseconds = min(max(0, passedMilliseconds), Self.longestMilliseconds)
    self.start = start
    self.wasUsed = wasUsed || start != nil
  }

  package var isRunning: Bool { start != nil }

  /// The counted time, from zero to `longestMilliseconds`.
  package func milliseconds(at now: MonotonicTime) -> Int {
    guard let start else { return passedMilliseconds }
    let running = Int(min(now.nanoseconds(since: start) / 1_000_000, UInt64(Self.longestMilliseconds)))
    return min(passedMilliseconds + running, Self.longestMilliseconds)
  }

  mutating func start(at now: MonotonicTime) {
    wasUsed = true
    if start == nil { start = now }
  }

  mutating func pause(at now: MonotonicTime) {
    passedMilliseconds = milliseconds(at: now)
    start = nil
    wasUsed = true
  }

  /// Sets the timer to zero. A timer that stands is then as at the beginning of the talk, and the next turn of a page starts it.
  mutating func reset(at now: MonotonicTime) {
    passedMilliseconds = 0
    if start == nil { wasUsed = false } else { start = now }
  }
}

/// A moment by all clocks, so that a timer continues over a restart of the daemon or the machine.
package struct TalkTimestamp: Hashable, Sendable {
  /// The time by the daemon's own clock.
  package var monotonic: MonotonicTime
  /// Identifies the start of the machine from which `bootNanoseconds` counts; nil if unknown.
  package var boot: String?
  /// The time since the start of the machine, including suspends.
  package var bootNanoseconds: UInt64
  /// Seconds since 1970 by the machine's clock, which may be wrong.
  package var wallSeconds: Int64

  package init(monotonic: MonotonicTime, boot: String?, bootNanoseconds: UInt64, wallSeconds: Int64) {
    self.monotonic = monotonic
    self.boot = boot
    self.bootNanoseconds = bootNanoseconds
    self.wallSeconds = wallSeconds
  }

  /// The time since an earlier run of the daemon, from zero to a day. Within one start of the machine it uses the machine's clock,
  /// otherwise the time of day.
  package func milliseconds(sinceKept earlier: TalkTimestamp) -> Int {
    let limit = Talk.longestMilliseconds
    if let boot, boot == earlier.boot {
      let passed = bootNanoseconds > earlier.bootNanoseconds ? bootNanoseconds - earlier.bootNanoseconds : 0
      return Int(min(passed / 1_000_000, UInt64(limit)))
    }
    let (seconds, overflow) = wallSeconds.subtractingReportingOverflow(earlier.wallSeconds)
    guard !overflow, seconds > 0 else { return 0 }
    return seconds > Int64(limit / 1000) ? 0 : Int(seconds) * 1000
  }
}

/// The title of a document as a line of text that is safe to print.
package enum TalkTitle {
  /// The limit in characters.
  package static let longest = 200

  /// Replaces control characters, line ends and direction marks by one space, and cuts a long title.
  package static func cleaned(_ text: String) -> String {
    var line = ""
    for scalar in text.unicodeScalars {
      let isSpace = scalar.isControlling || scalar.properties.isWhitespace
      if !isSpace {
        line.unicodeScalars.append(scalar)
      } else if !line.isEmpty, line.unicodeScalars.last != " " {
        line.unicodeScalars.append(" ")
      }
      if line.unicodeScalars.count > 8 * longest { break }
    }
    if line.count > longest { line = line.prefix(longest - 1) + "…" }
    while line.unicodeScalars.last == " " { line.unicodeScalars.removeLast() }
    return line
  }
}
