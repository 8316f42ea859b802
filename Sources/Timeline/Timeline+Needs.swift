public import DisplayTypes

extension Timeline {
  /// The files and folders that `content` needs, regions and items included: on screens of any shape where none is said.
  public static func paths(of content: ContentDescription, isPortrait: Bool? = nil) -> Set<String> {
    var paths: Set<String> = []
    func add(_ file: String, _ portraitFile: String?) {
      if isPortrait != true || portraitFile == nil { paths.insert(file) }
      if isPortrait != false, let portraitFile { paths.insert(portraitFile) }
    }
    forEachLeaf(of: content) { leaf in
      switch leaf {
      case .image(let image): add(image.file, image.portraitFile)
      case .deck(let deck): add(deck.file, deck.portraitFile)
      case .slideshow(let slideshow): paths.insert(slideshow.folder)
      case .color, .pattern, .banner, .ticker, .qrCode, .clock, .countdown, .playlist, .schedule, .layout, .setup: break
      }
    }
    return paths
  }

  /// The decks among them, whose pages have to be counted.
  public static func decks(of content: ContentDescription) -> Set<String> {
    var files: Set<String> = []
    forEachLeaf(of: content) { leaf in
      if case .deck(let deck) = leaf { files.formUnion([deck.file, deck.portraitFile ?? deck.file]) }
    }
    return files
  }

  /// The folders among them, whose pictures have to be listed.
  public static func folders(of content: ContentDescription) -> Set<String> {
    var folders: Set<String> = []
    forEachLeaf(of: content) { leaf in
      if case .slideshow(let slideshow) = leaf { folders.insert(slideshow.folder) }
    }
    return folders
  }

  /// The time zones whose rules `content` needs; nil among them is the machine's own.
  public static func zones(of content: ContentDescription) -> Set<String?> {
    var zones: Set<String?> = []
    forEachContent(of: content) { part in
      switch part {
      case .clock(let clock): zones.insert(clock.zone)
      case .schedule(let schedule): zones.insert(schedule.zone)
      case .color, .pattern, .banner, .image, .slideshow, .playlist, .deck, .ticker, .countdown, .qrCode, .layout,
        .setup:
        break
      }
    }
    return zones
  }

  /// Whether what it shows depends on the time of day at all.
  public static func needsTime(_ content: ContentDescription) -> Bool {
    var needs = false
    forEachContent(of: content) { part in
      switch part {
      case .slideshow, .playlist, .schedule, .clock, .countdown: needs = true
      case .deck(let deck): if deck.pageMilliseconds != nil { needs = true }
      case .color, .pattern, .banner, .image, .ticker, .qrCode, .layout, .setup: break
      }
    }
    return needs
  }

  /// Whether it shows something else until the time of day is known to be right.
  public static func needsRightClock(_ content: ContentDescription) -> Bool {
    var needs = false
    forEachContent(of: content) { part in
      switch part {
      case .schedule, .clock, .countdown: needs = true
      case .color, .pattern, .banner, .image, .slideshow, .playlist, .deck, .ticker, .qrCode, .layout, .setup: break
      }
    }
    return needs
  }

  private static func forEachLeaf(of content: ContentDescription, _ body: (ContentDescription) -> Void) {
    forEachContent(of: content) { part in
      switch part {
      case .playlist, .schedule, .layout: break
      case .color, .pattern, .banner, .image, .slideshow, .deck, .ticker, .clock, .countdown, .qrCode, .setup:
        body(part)
      }
    }
  }

  /// The content itself, and everything in it.
  private static func forEachContent(of content: ContentDescription, _ body: (ContentDescription) -> Void) {
    body(content)
    switch content {
    case .playlist(let playlist):
      for item in playlist.items { forEachContent(of: item.content, body) }
    case .schedule(let schedule):
      for entry in schedule.entries {
        if case .show(let shown) = entry.action { forEachContent(of: shown, body) }
      }
      forEachContent(of: schedule.fallback, body)
    case .layout(let layout):
      for region in layout.regions { forEachContent(of: region.content, body) }
    case .color, .pattern, .banner, .image, .slideshow, .deck, .ticker, .clock, .countdown, .qrCode, .setup: break
    }
  }
}
