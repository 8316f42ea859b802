internal import DisplayTypes
internal import Timeline

/// What has to be looked at to play a content.
nonisolated struct ContentNeeds {
  /// Files and folders to look after.
  let paths: Set<String>
  let folders: Set<String>
  /// Decks whose pages turn by themselves: how many they are decides on what is shown when.
  private(set) var decks: Set<String> = []
  /// Whether the screen's power depends on the time.
  private(set) var power = false

  /// Whether it has a set-up card.
  private(set) var setup = false

  init(of content: ContentDescription) {
    paths = Timeline.paths(of: content)
    folders = Timeline.folders(of: content)
    look(at: content)
  }

  private mutating func look(at content: ContentDescription) {
    switch content {
    case .color, .pattern, .banner, .image, .slideshow, .ticker, .clock, .countdown, .qrCode: break
    case .setup: setup = true
    case .deck(let deck):
      if deck.pageMilliseconds != nil { decks.formUnion([deck.file, deck.portraitFile ?? deck.file]) }
    case .playlist(let playlist): for item in playlist.items { look(at: item.content) }
    case .schedule(let schedule):
      look(at: schedule.fallback)
      for entry in schedule.entries {
        switch entry.action {
        case .show(let content): look(at: content)
        case .powerOff: power = true
        }
      }
    case .layout(let layout): for region in layout.regions { look(at: region.content) }
    }
  }
}
