public import DisplayTypes

/// What a scene shows, as the configuration, `show` and a session's state say it.
public indirect enum ContentDescription: Hashable, Sendable {
  case color(Color)
  case pattern(PatternName)
  case banner(BannerDescription)
  case image(ImageDescription)
  case slideshow(SlideshowDescription)
  case playlist(PlaylistDescription)
  case schedule(ScheduleDescription)
  case deck(DeckDescription)
  case ticker(TickerDescription)
  case clock(ClockDescription)
  case countdown(CountdownDescription)
  case qrCode(QRCodeDescription)
  case layout(LayoutDescription)
  case setup(SetupDescription)
}

/// The kinds of content, by the words of the configuration, the socket and the command line.
public enum ContentKind: String, Hashable, Sendable, CaseIterable {
  case color, pattern, banner, image, slideshow, playlist, schedule, deck, ticker, clock, countdown
  case qrCode = "qr"
  case layout, setup
}

extension ContentDescription {
  /// Which kind it is.
  public var kind: ContentKind {
    switch self {
    case .color: .color
    case .pattern: .pattern
    case .banner: .banner
    case .image: .image
    case .slideshow: .slideshow
    case .playlist: .playlist
    case .schedule: .schedule
    case .deck: .deck
    case .ticker: .ticker
    case .clock: .clock
    case .countdown: .countdown
    case .qrCode: .qrCode
    case .layout: .layout
    case .setup: .setup
    }
  }
}

extension ContentDescription {
  /// The most contents that a content holds, itself and those in its parts included.
  public static let mostContents = 5_000
  /// How deep contents stand in each other: a picture in a playlist in a schedule is at the third level.
  public static let mostLevels = 6

  /// The contents that it plays or arranges, in its own order; empty for one that holds no other.
  public var parts: [ContentDescription] {
    switch self {
    case .color, .pattern, .banner, .image, .slideshow, .deck, .ticker, .clock, .countdown, .qrCode, .setup: []
    case .playlist(let playlist): playlist.items.map(\.content)
    case .schedule(let schedule):
      schedule.entries.compactMap { entry in
        switch entry.action {
        case .show(let content): content
        case .powerOff: nil
        }
      } + [schedule.fallback]
    case .layout(let layout): layout.regions.map(\.content)
    }
  }

  /// Whether it or one in it, however deep, is so.
  public func holds(_ isSo: (ContentDescription) -> Bool) -> Bool {
    isSo(self) || parts.contains { $0.holds(isSo) }
  }

  /// The same, but entries of schedules that switch the power off do not count before a time: what has less priority is shown instead.
  public func kept(onUntil time: WallTime) -> ContentDescription {
    guard case .schedule(var schedule) = self else { return self }
    if switchesPower { schedule.onUntil = time }
    schedule.entries = schedule.entries.map { entry in
      var entry = entry
      if case .show(let content) = entry.action { entry.action = .show(content.kept(onUntil: time)) }
      return entry
    }
    schedule.fallback = schedule.fallback.kept(onUntil: time)
    return .schedule(schedule)
  }

  /// Whether it is a schedule that switches the power.
  public var switchesPower: Bool {
    guard case .schedule(let schedule) = self else { return false }
    return schedule.entries.contains { $0.action == .powerOff }
  }
}

extension ContentDescription {
  /// The deck whose pages are turned by command: itself, or the only one in the regions of a layout; nil where there is none.
  public var deck: DeckDescription? {
    switch self {
    case .deck(let deck): deck
    case .layout(let layout): layout.onlyDeck.flatMap { layout.regions[$0].content.deck }
    case .color, .pattern, .banner, .image, .slideshow, .playlist, .schedule, .ticker, .clock, .countdown, .qrCode,
      .setup:
      nil
    }
  }

  /// The same with another page of that deck.
  public func turned(to page: Int) -> ContentDescription {
    switch self {
    case .deck(var deck):
      deck.page = page
      return .deck(deck)
    case .layout(var layout):
      guard let index = layout.onlyDeck else { return self }
      layout.regions[index].content = layout.regions[index].content.turned(to: page)
      return .layout(layout)
    case .color, .pattern, .banner, .image, .slideshow, .playlist, .schedule, .ticker, .clock, .countdown, .qrCode,
      .setup:
      return self
    }
  }
}

extension LayoutDescription {
  /// Which region has a deck, where just one has.
  fileprivate var onlyDeck: Int? {
    let decks = regions.indices.filter { regions[$0].content.kind == .deck }
    return decks.count == 1 ? decks.first : nil
  }
}

/// The test patterns, by the words that the command line and the configuration use.
public enum PatternName: String, Hashable, Sendable, CaseIterable {
  /// Colour bars.
  case bars
  /// A grid with safe areas, a border on the outermost pixels and a circle.
  case grid
  /// Ramps of grey, red, green and blue.
  case ramps
  /// A bar that moves by the same number of pixels in every refresh: shows uneven pacing.
  case movingBar = "moving-bar"
  /// The number of the frame, changed in every refresh.
  case frameCounter = "frame-counter"
}

/// A file or a folder that a content names, and what it must be.
public struct MediaReference: Hashable, Sendable {
  /// What a content expects at a path.
  public enum Kind: Hashable, Sendable {
    /// A file of one picture.
    case picture
    /// A file of pages.
    case pages
    /// A folder with picture files.
    case folder
  }

  /// The absolute path.
  public var path: String
  /// What must be there.
  public var kind: Kind

  /// Makes a reference.
  public init(_ path: String, _ kind: Kind) {
    self.path = path
    self.kind = kind
  }
}
