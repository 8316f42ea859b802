public import DisplayTypes

/// What a content shows at a time: a pure function, the same on every box that has the same files.
public enum Timeline {
  /// What `content` shows at `time`.
  ///
  /// Of a layout this is the layout: each region has a timeline of its own.
  public static func moment(of content: ContentDescription, at time: WallTime, in context: PlayContext) -> PlayMoment {
    switch content {
    case .color(let color): PlayMoment(.color(color))
    case .pattern(let name): PlayMoment(.pattern(name))
    case .banner(let banner): PlayMoment(.banner(banner))
    case .image(let image): PlayMoment(.image(image))
    case .deck(let deck): PlayMoment(.page(deck, number: deck.page))
    case .ticker(let ticker): PlayMoment(.ticker(ticker))
    case .qrCode(let code): PlayMoment(.qrCode(code))
    case .layout(let layout): PlayMoment(.layout(layout))
    case .clock, .countdown, .slideshow, .playlist, .schedule: PlayMoment(.nothing([]))
    }
  }

  /// The files and folders that `content` needs, regions and items included.
  public static func paths(of content: ContentDescription) -> Set<String> {
    switch content {
    case .color, .pattern, .banner, .ticker, .qrCode, .clock, .countdown: []
    case .image(let image): [image.file, image.portraitFile ?? image.file]
    case .deck(let deck): [deck.file, deck.portraitFile ?? deck.file]
    case .slideshow(let slideshow): [slideshow.folder]
    case .playlist(let playlist): playlist.items.reduce(into: []) { $0.formUnion(paths(of: $1.content)) }
    case .schedule(let schedule):
      schedule.entries.reduce(into: paths(of: schedule.fallback)) { paths, entry in
        if case .show(let content) = entry.action { paths.formUnion(Timeline.paths(of: content)) }
      }
    case .layout(let layout): layout.regions.reduce(into: []) { $0.formUnion(paths(of: $1.content)) }
    }
  }
}
