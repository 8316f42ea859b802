public import ControlProtocol

/// Contents that take turns.
public struct Playlist: SceneContent {
  /// One of them: a content, and for how long.
  public struct Item: Sendable {
    let json: JSONValue

    /// Makes one.
    ///
    /// - Parameters:
    ///   - time: How long it is shown, from 100 ms to 7 days; nil for what the playlist says, or as long as the content takes.
    ///   - name: For events and the proof of play.
    ///   - transition: How it takes the place of the one before, as `crossfade`; nil for what the playlist says.
    ///   - content: What is shown.
    public init(for time: Duration? = nil, name: String? = nil, transition: String? = nil, _ content: some SceneContent)
    {
      let info = content.info
      let fields: [String: JSONValue?] = [
        info.kind: info.value, "duration": .time(time), "name": .text(name), "transition": .text(transition),
      ]
      json = .object(fields.compactMapValues(\.self))
    }
  }

  /// As it is sent.
  public let info: ContentInfo

  /// Makes one, which goes on for ever.
  ///
  /// - Parameters:
  ///   - each: How long an item is shown that says nothing of it.
  ///   - shuffled: Whether each round has another order.
  ///   - transition: How one gives way to the next, as `slide 800ms left`; nil for a cut.
  ///   - items: 1 to 1,000 of them.
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

/// Regions of the screen, each with a content of its own.
public struct Layout: SceneContent {
  /// One of them: its place, in shares of the screen from 0 to 1, and what it shows.
  public struct Region: Sendable {
    let json: JSONValue

    /// Makes one.
    ///
    /// - Parameters:
    ///   - x: Its left edge.
    ///   - y: Its upper edge.
    ///   - width: Its width; nil for all that is right of `x`.
    ///   - height: Its height; nil for all that is below `y`.
    ///   - name: For events and the proof of play.
    ///   - content: What it shows; no other layout.
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

  /// As it is sent.
  public let info: ContentInfo

  /// Makes one.
  ///
  /// - Parameters:
  ///   - background: The colour where no region is, as `#rrggbb`; nil for black.
  ///   - regions: 1 to 16 of them; later ones lie over earlier ones.
  public init(background: String? = nil, @ListBuilder<Region> regions: () -> [Region]) {
    info = ContentInfo(
      "layout", ["regions": .array(regions().map(\.json)), "background": .text(background)])
  }
}
