public import ControlProtocol

/// Contents that are shown one after the other.
public struct Playlist: SceneContent {
  /// A content of a playlist, and its time.
  public struct Item: Sendable {
    let json: JSONValue

    /// Makes an item.
    ///
    /// - Parameters:
    ///   - time: The time for it, from 100 ms to 7 days; nil for the time of the playlist, or of the content.
    ///   - name: The name in events and the proof of play.
    ///   - transition: The transition from the previous item, such as `crossfade`; nil for the playlist's transition.
    ///   - content: The content.
    public init(for time: Duration? = nil, name: String? = nil, transition: String? = nil, _ content: some SceneContent)
    {
      let info = content.info
      let fields: [String: JSONValue?] = [
        info.kind: info.value, "duration": .time(time), "name": .text(name), "transition": .text(transition),
      ]
      json = .object(fields.compactMapValues(\.self))
    }
  }

  /// Its form in the daemon's protocol.
  public let info: ContentInfo

  /// Makes a playlist, which repeats forever.
  ///
  /// - Parameters:
  ///   - each: The time for an item without its own time.
  ///   - shuffled: Whether each round has another order.
  ///   - transition: The transition between items, as `slide 800ms left`; nil for a cut.
  ///   - items: 1 to 1,000 items.
  public init(
    each: Duration? = nil, shuffled: Bool = false, transition: String? = nil, @ListBuilder<Item> items: () -> [Item]
  ) {
    info = ContentInfo(
      "playlist",
      [
        "items": .array(items().map(\.json)), "duration": .time(each), "shuffle": .flag(shuffled),
        "transition": .text(transition),
      ])
  }
}

/// Regions of the screen, each with its own content.
public struct Layout: SceneContent {
  /// A region: its place in fractions of the screen from 0 to 1, and its content.
  public struct Region: Sendable {
    let json: JSONValue

    /// Makes a region.
    ///
    /// - Parameters:
    ///   - x: Its left edge.
    ///   - y: Its upper edge.
    ///   - width: Its width; nil for the rest to the right.
    ///   - height: Its height; nil for the rest to the bottom.
    ///   - name: The name in events and the proof of play.
    ///   - content: The content, which must not be a layout.
    public init(
      x: Double = 0, y: Double = 0, width: Double? = nil, height: Double? = nil, name: String? = nil,
      _ content: some SceneContent
    ) {
      let info = content.info
      let fields: [String: JSONValue?] = [
        info.kind: info.value, "x": .real(x), "y": .real(y), "width": .real(width),
        "height": .real(height), "name": .text(name),
      ]
      json = .object(fields.compactMapValues(\.self))
    }
  }

  /// Its form in the daemon's protocol.
  public let info: ContentInfo

  /// Makes a layout.
  ///
  /// - Parameters:
  ///   - background: The colour beside the regions, as `#rrggbb`; nil for black.
  ///   - regions: 1 to 16 regions; later ones cover earlier ones.
  public init(background: String? = nil, @ListBuilder<Region> regions: () -> [Region]) {
    info = ContentInfo(
      "layout", ["regions": .array(regions().map(\.json)), "background": .text(background)])
  }
}
