public import DisplayTypes

/// A talk: what the speaker does in it, and what the audience is to see.
///
/// A pure value: `perform` is its only way on, and says what follows from it.
public struct Talk: Hashable, Sendable {
  /// What covers the slide.
  public enum Cover: String, Hashable, Sendable, CaseIterable {
    case none
    case black
    case white
  }

  /// The half of each page that holds the speaker's notes.
  public enum Half: String, Hashable, Sendable, CaseIterable {
    case none
    case left
    case right
    case top
    case bottom
  }

  /// Where the speaker points, in shares of the slide.
  public struct Pointer: Hashable, Sendable {
    /// How.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      case pointer
      case spotlight
    }

    /// How.
    public var kind: Kind
    /// From 0 at the left edge to 1 at the right one.
    public var x: Double
    /// From 0 at the upper edge to 1 at the lower one.
    public var y: Double

    /// Makes one; shares beyond the slide are those of its edges.
    public init(_ kind: Kind, x: Double, y: Double) {
      self.kind = kind
      self.x = x.isFinite ? min(max(x, 0), 1) : 0
      self.y = y.isFinite ? min(max(y, 0), 1) : 0
    }
  }

  /// Another one for each talk.
  public let identifier: String
  /// The PDF file's path.
  public let deck: String
  /// The document's title, or its file's name.
  public private(set) var title: String
  /// The slide that the speaker has reached, from 1 to `pages`.
  public private(set) var page: Int
  /// How many there are; at least 1.
  public private(set) var pages: Int
  /// The slide that is held while the speaker goes on; nil where nothing is held.
  public private(set) var heldPage: Int?
  /// What covers the slide.
  public private(set) var cover = Cover.none
  /// Where the speaker points; nil for nowhere.
  public private(set) var pointer: Pointer?
  /// The text over the slide.
  public private(set) var message: String?
  /// When that ends; nil where it stays.
  public private(set) var messageEnd: MonotonicTime?
  /// The text of the QR code over the slide.
  public private(set) var code: String?
  /// How long it goes on.
  public private(set) var timer = TalkStopwatch()
  /// How long it may take, in milliseconds; nil where nobody has said.
  public private(set) var durationMilliseconds: Int?
  /// The half of each page that holds the speaker's notes.
  public let half: Half
  /// The connector of the only display that it is for; nil for every external one.
  public let screen: String?
  /// Whether displays that were never seen before wait until somebody says that they may show it.
  public let asksOfNewScreens: Bool

  /// The longest talk, in milliseconds: a day.
  public static let longestMilliseconds = 86_400_000

  /// Begins a talk at a slide.
  public init(
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

  /// The slide that the audience sees where nothing covers it.
  public var shownPage: Int { heldPage ?? page }

  /// Whether what the audience sees is held.
  public var isFrozen: Bool { heldPage != nil }

  /// Where the audience is pointed to: nowhere, while the speaker is at another slide than it sees.
  public var seenPointer: Pointer? { shownPage == page ? pointer : nil }

  /// Does something, and says what is another now.
  public mutating func perform(_ action: TalkCommand, at now: MonotonicTime) -> TalkChange {
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

  /// The document calls itself otherwise.
  public mutating func call(_ title: String) { self.title = TalkTitle.cleaned(title) }

  /// The document has so many pages by now: slides that are not there any more become the last one.
  public mutating func setPages(_ count: Int) -> TalkChange {
    let before = self
    pages = max(1, count)
    page = min(page, pages)
    heldPage = heldPage.map { min($0, pages) }
    return TalkChange(from: before, to: self)
  }

  /// Goes on from what was kept.
  public mutating func restore(
    heldPage: Int?, cover: Cover, message: String?, code: String?, timer: TalkStopwatch
  ) {
    self.heldPage = heldPage.map { min(max(1, $0), pages) }
    self.cover = cover
    self.message = message
    self.code = code
    self.timer = timer
  }

  /// Takes back what is not kept: the pointer, and a message that ends by itself.
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

/// What is done in a talk.
public enum TalkCommand: Hashable, Sendable {
  /// To the next slide.
  case next
  /// To the slide before.
  case previous
  /// To the first slide.
  case first
  /// To the last slide.
  case last
  /// To the slide of a number; the nearest where there is none.
  case goto(Int)
  /// Holds what the audience sees, or lets it go on; nil for the other of the two.
  case freeze(Bool?)
  /// Covers the slide, or takes that cover away; nil for the other of the two.
  case cover(Talk.Cover, Bool?)
  /// Points at a place of the slide; nil for nowhere.
  case point(Talk.Pointer?)
  /// Has the timer run.
  case startTimer
  /// Stops the timer.
  case pauseTimer
  /// Sets the timer to zero; one that runs goes on from there.
  case resetTimer
  /// Says how long the talk may take, in milliseconds; zero for as long as it takes.
  case setDuration(Int)
  /// Shows a text, for so many milliseconds where they are said; an empty one ends it.
  case message(String, Int?)
  /// Shows a QR code; an empty text ends it.
  case code(String)
  /// Time has passed: what was for a time ends.
  case passTime
}

/// What follows from something that was done in a talk.
public struct TalkChange: Hashable, Sendable {
  /// Something is another than it was.
  public var isAny: Bool
  /// Something that is kept is.
  public var isKept: Bool
  /// What the audience sees may be.
  public var isSeen: Bool
  /// The speaker has reached another slide.
  public var isTurn: Bool

  /// Nothing does.
  public static let none = TalkChange(isAny: false, isKept: false, isSeen: false, isTurn: false)

  private init(isAny: Bool, isKept: Bool, isSeen: Bool, isTurn: Bool) {
    self.isAny = isAny
    self.isKept = isKept
    self.isSeen = isSeen
    self.isTurn = isTurn
  }

  /// Compares a talk with itself before.
  public init(from before: Talk, to after: Talk) {
    isAny = before != after
    isTurn = before.page != after.page || before.pages != after.pages
    isSeen =
      before.shownPage != after.shownPage || before.cover != after.cover || before.seenPointer != after.seenPointer
      || before.message != after.message || before.code != after.code
    var (old, new) = (before, after)
    // What nobody keeps.
    old.forgetPassing()
    new.forgetPassing()
    isKept = old != new
  }
}

/// The timer of a talk.
public struct TalkStopwatch: Hashable, Sendable {
  /// What had passed when it was started or stopped last, in milliseconds.
  public private(set) var passedMilliseconds: Int
  /// When it was started last; nil while it stands.
  public private(set) var start: MonotonicTime?
  /// Whether anybody has started it, so that a turn of a page does not any more.
  public private(set) var wasUsed: Bool

  /// It counts no further, in milliseconds: a week.
  public static let longestMilliseconds = 604_800_000

  /// Makes one that stands at zero.
  public init() {
    passedMilliseconds = 0
    wasUsed = false
  }

  /// Makes one that goes on from what was kept; numbers that cannot be become the nearest that can.
  public init(passedMilliseconds: Int, start: MonotonicTime?, wasUsed: Bool) {
    self.passedMilliseconds = min(max(0, passedMilliseconds), Self.longestMilliseconds)
    self.start = start
    self.wasUsed = wasUsed || start != nil
  }

  /// Whether it runs.
  public var isRunning: Bool { start != nil }

  /// What has passed, in milliseconds: never below zero, and at most `longestMilliseconds`.
  public func milliseconds(at now: MonotonicTime) -> Int {
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

  /// One that stands is as at the beginning of the talk: the next turn of a page starts it.
  mutating func reset(at now: MonotonicTime) {
    passedMilliseconds = 0
    if start == nil { wasUsed = false } else { start = now }
  }
}

/// A moment by all clocks that there are, so that a timer goes on over a restart of the daemon, and of the machine.
public struct TalkTimestamp: Hashable, Sendable {
  /// By the clock that the talk goes by while the daemon runs.
  public var monotonic: MonotonicTime
  /// Names the start of the machine since which `bootNanoseconds` counts; nil where that is not known.
  public var boot: String?
  /// Nanoseconds since then, suspends included.
  public var bootNanoseconds: UInt64
  /// Seconds since 1970, right or not.
  public var wallSeconds: Int64

  /// Makes one.
  public init(monotonic: MonotonicTime, boot: String?, bootNanoseconds: UInt64, wallSeconds: Int64) {
    self.monotonic = monotonic
    self.boot = boot
    self.bootNanoseconds = bootNanoseconds
    self.wallSeconds = wallSeconds
  }

  /// What has passed since an earlier one, which another life of the daemon has kept, in milliseconds: never below zero, and at most a
  /// day, since nobody talks for longer.
  ///
  /// Within one start of the machine its own clock counts; beyond that the time of day, as far as that goes on.
  public func milliseconds(sinceKept earlier: TalkTimestamp) -> Int {
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

/// What a document calls itself, as a line of text that can be printed anywhere.
public enum TalkTitle {
  /// The longest, in characters.
  public static let longest = 200

  /// Takes out what is no text: control characters, line ends and what turns the direction of writing become a space, of several spaces
  /// one stays, and of a long title the beginning.
  public static func cleaned(_ text: String) -> String {
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
