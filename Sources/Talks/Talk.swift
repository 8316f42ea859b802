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
  public mutating func perform(_ action: TalkDeed, at now: MonotonicTime) -> TalkChange {
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
