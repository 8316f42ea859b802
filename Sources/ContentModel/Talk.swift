package import DisplayTypes

/// A talk as a pure value: its slide, timer, pointer and cover.
package struct Talk: Hashable, Sendable {
  package enum Cover: String, Hashable, Sendable, CaseIterable {
    case none, black, white
  }

  /// The half of each page that holds the speaker's notes.
  package enum Half: String, Hashable, Sendable, CaseIterable {
    case none, left, right, top, bottom
  }

  /// A place of the slide, in shares of it.
  package struct Pointer: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
      case pointer, spotlight
    }

    package var kind: Kind
    /// From 0 at the left and upper edge to 1 at the right and lower one.
    package var x: Double
    package var y: Double

    /// Moves a place beyond the slide to its edge.
    package init(_ kind: Kind, x: Double, y: Double) {
      self.kind = kind
      self.x = x.isFinite ? min(max(x, 0), 1) : 0
      self.y = y.isFinite ? min(max(y, 0), 1) : 0
    }
  }

  package let identifier: String
  /// The PDF file's path.
  package let deck: String
  /// The document's title, or its file's name.
  package private(set) var title: String
  /// The speaker's slide, from 1 to `pages`.
  package private(set) var page: Int
  /// At least 1.
  package private(set) var pages: Int
  /// The slide that the audience sees while the speaker goes on; nil if it follows.
  package private(set) var heldPage: Int?
  package private(set) var cover = Cover.none
  package private(set) var pointer: Pointer?
  package private(set) var message: String?
  /// Nil if the message stays.
  package private(set) var messageEnd: MonotonicTime?
  /// The text of the QR code over the slide.
  package private(set) var code: String?
  package private(set) var timer = TalkStopwatch()
  /// Nil without a limit.
  package private(set) var durationMilliseconds: Int?
  package let half: Half
  /// The connector of the only display that it is for; nil for every external one.
  package let screen: String?
  /// Whether displays that were never seen before wait for a confirmation.
  package let asksOfNewScreens: Bool

  /// A day.
  package static let longestMilliseconds = 86_400_000

  package init(
    identifier: String, deck: String, title: String, page: Int = 1, pages: Int, durationMilliseconds: Int? = nil,
    half: Half = .none, screen: String? = nil, asksOfNewScreens: Bool = false
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
  }

  /// The slide for the audience, perhaps under a cover.
  package var shownPage: Int { heldPage ?? page }

  package var isFrozen: Bool { heldPage != nil }

  /// The pointer for the audience: nil while it sees another slide than the speaker's.
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
    case .passTime: if let messageEnd, messageEnd <= now { endMessage() }
    }
    return TalkChange(from: before, to: self)
  }

  package mutating func setTitle(_ title: String) { self.title = TalkTitle.cleaned(title) }

  /// Slides that the document no longer has become its last one.
  package mutating func setPages(_ count: Int) -> TalkChange {
    let before = self
    pages = max(1, count)
    page = min(page, pages)
    heldPage = heldPage.map { min($0, pages) }
    return TalkChange(from: before, to: self)
  }

  package mutating func restore(heldPage: Int?, cover: Cover, message: String?, code: String?, timer: TalkStopwatch) {
    self.heldPage = heldPage.map { min(max(1, $0), pages) }
    self.cover = cover
    self.message = message
    self.code = code
    self.timer = timer
  }

  /// Removes the state that is not kept: the pointer, and a message that ends by itself.
  mutating func forgetPassing() {
    pointer = nil
    if messageEnd != nil { endMessage() }
  }

  private mutating func turn(to number: Int, _ now: MonotonicTime) {
    let wanted = min(max(1, number), pages)
    guard wanted != page else { return }
    page = wanted
    // It pointed at a place of the slide before.
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

/// An action in a talk.
package enum TalkCommand: Hashable, Sendable {
  case next, previous, first, last
  /// The nearest slide if there is none of this number.
  case goto(Int)
  /// Holds the slide of the audience or lets it follow; nil for the other of the two.
  case freeze(Bool?)
  /// Covers the slide or uncovers it; nil for the other of the two.
  case cover(Talk.Cover, Bool?)
  /// Nil removes the pointer.
  case point(Talk.Pointer?)
  case startTimer, pauseTimer
  /// A timer that runs goes on from zero.
  case resetTimer
  /// In milliseconds; zero for no limit.
  case setDuration(Int)
  /// Shows a text, for so many milliseconds or without an end; an empty one ends it.
  case message(String, Int?)
  /// Shows a QR code; an empty text ends it.
  case code(String)
  /// Ends a message whose time is over.
  case passTime
}

/// The consequences of an action in a talk.
package struct TalkChange: Hashable, Sendable {
  package var isAny: Bool
  /// Whether some kept state has changed.
  package var isKept: Bool
  /// Whether the picture for the audience may have changed.
  package var isSeen: Bool
  /// Whether the speaker has reached another slide.
  package var isTurn: Bool

  package static let none = TalkChange(isAny: false, isKept: false, isSeen: false, isTurn: false)
}

extension TalkChange {
  package init(from before: Talk, to after: Talk) {
    isAny = before != after
    isTurn = before.page != after.page || before.pages != after.pages
    isSeen =
      before.shownPage != after.shownPage || before.cover != after.cover || before.seenPointer != after.seenPointer
      || before.message != after.message || before.code != after.code
    var (old, new) = (before, after)
    old.forgetPassing()
    new.forgetPassing()
    isKept = old != new
  }
}

/// The timer of a talk.
package struct TalkStopwatch: Hashable, Sendable {
  /// The time until the last start or stop, in milliseconds.
  package private(set) var passedMilliseconds: Int
  /// The last start; nil while it stands.
  package private(set) var start: MonotonicTime?
  /// Whether it was started, so that a turned page does not start it again.
  package private(set) var wasUsed: Bool

  /// The timer stops counting here: a week, in milliseconds.
  package static let longestMilliseconds = 604_800_000

  /// Continues from kept values, which are brought into their bounds.
  package init(passedMilliseconds: Int = 0, start: MonotonicTime? = nil, wasUsed: Bool = false) {
    self.passedMilliseconds = min(max(0, passedMilliseconds), Self.longestMilliseconds)
    self.start = start
    self.wasUsed = wasUsed || start != nil
  }

  package var isRunning: Bool { start != nil }

  /// From zero to `longestMilliseconds`.
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

  /// A timer that stands is as at the beginning of the talk: the next turn of a page starts it.
  mutating func reset(at now: MonotonicTime) {
    passedMilliseconds = 0
    if start == nil { wasUsed = false } else { start = now }
  }
}

/// A moment by all clocks, so that a timer goes on over a restart of the daemon and of the machine.
package struct TalkTimestamp: Hashable, Sendable {
  /// By the daemon's own clock.
  package var monotonic: MonotonicTime
  /// Identifies the start of the machine since which `bootNanoseconds` counts; nil if unknown.
  package var boot: String?
  /// Suspends included.
  package var bootNanoseconds: UInt64
  /// Since 1970, right or not.
  package var wallSeconds: Int64

  package init(monotonic: MonotonicTime, boot: String?, bootNanoseconds: UInt64, wallSeconds: Int64) {
    self.monotonic = monotonic
    self.boot = boot
    self.bootNanoseconds = bootNanoseconds
    self.wallSeconds = wallSeconds
  }

  /// From zero to a day since an earlier life of the daemon: by the machine's clock within one start, otherwise by the time of day.
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

/// The title of a document, as a line of text that can be printed anywhere.
package enum TalkTitle {
  /// In characters.
  package static let longest = 200

  /// Control characters, line ends and direction marks become one space, and a long title loses its end.
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
