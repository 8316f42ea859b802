internal import DisplayTypes

extension Play {
  /// How long an item's slot is, in nanoseconds.
  func length(of item: PlaylistItem, in playlist: PlaylistDescription) -> Int64 {
    item.milliseconds.map(Self.slot) ?? ownLength(of: item.content) ?? Self.slot(playlist.itemMilliseconds)
  }

  /// Nanoseconds of a slot, which is never shorter than an item may be.
  static func slot(_ milliseconds: Int) -> Int64 {
    Int64(max(PlaylistDescription.shortestItemMilliseconds, milliseconds)).multipliedSaturating(by: 1_000_000)
  }

  /// How long it takes to show all of it once; nil for what has no length.
  private func ownLength(of content: ContentDescription) -> Int64? {
    switch content {
    case .playlist(let playlist):
      let round = playlist.items.reduce(Int64(0)) { $0.addedSaturating(length(of: $1, in: playlist)) }
      return switch playlist.repeats {
      case .forever: round
      case .times(let times): round.multipliedSaturating(by: Int64(max(1, times)))
      }
    case .slideshow(let slideshow):
      guard let count = context.folders[slideshow.folder]?.count, count > 0 else { return nil }
      return Self.slot(slideshow.itemMilliseconds).multipliedSaturating(by: Int64(count))
    case .deck(let deck):
      guard let milliseconds = deck.pageMilliseconds, let count = context.pageCounts[file(of: deck)], count > 0 else {
        return nil
      }
      return Self.slot(milliseconds).multipliedSaturating(by: Int64(count))
    case .color, .pattern, .banner, .image, .schedule, .ticker, .clock, .countdown, .qrCode, .layout, .setup:
      return nil
    }
  }
}
