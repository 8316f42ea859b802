/// What a content, or a region of a layout, shows at a time.
public struct ContentMomentInfo: Codable, Hashable, Sendable {
  /// The region's name, or its place from 1; nil for what is no layout.
  public var region: String?
  /// The item's name, as `evening/menu.pdf/3`; empty for content that plays nothing.
  public var item: String
  /// What is to be seen, in words: `image /var/lib/marquee/media/menu.png`.
  public var shows: String
  /// Since when, as `2026-12-31T17:00:00Z`; nil for ever since.
  public var since: String?
  /// When something else is shown; nil where it stays.
  public var until: String?
  /// Why items were passed over.
  public var skipped: [String]

  /// Makes one from its fields.
  public init(
    region: String? = nil, item: String, shows: String, since: String? = nil, until: String? = nil,
    skipped: [String] = []
  ) {
    self.region = region
    self.item = item
    self.shows = shows
    self.since = since
    self.until = until
    self.skipped = skipped
  }
}
