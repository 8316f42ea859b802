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

    /// Makes a region for portrait screens with the content of another region.
    ///
    /// - Parameters:
    ///   - x: Its left edge.
    ///   - y: Its upper edge.
    ///   - width: Its width; nil for the rest to the right.
    ///   - height: Its height; nil for the rest to the bottom.
    ///   - other: The name of the region that has the content.
    public init(
      x: Double = 0, y: Double = 0, width: Double? = nil, height: Double? = nil, contentOf other: String
    ) {
      let fields: [String: JSONValue?] = [
        "x": .real(x), "y": .real(y), "width": .real(width), "height": .real(height), "name": .string(other),
      ]
      json = .object(fields.compactMapValues(\.self))
    }
  }

  /// Its form in the daemon's protocol.
  public let info: ContentInfo

  /// Makes a layout.
  ///
  /// - Parameters:
  ///   - gap: The distance between regions that touch, as `2%` of the shorter side or `24px`; nil for none.
  ///   - margin: The distance between the regions and the edges of the screen; nil for none.
  ///   - foreground: The colour of letters in regions that name none, as `#rrggbb`; nil for white.
  ///   - background: The colour beside the regions, and behind letters in regions that name none; nil for black.
  ///   - font: The font of letters in regions that name none, as `DejaVu Sans`; nil for the system's sans-serif.
  ///   - regions: 1 to 16 regions; later ones cover earlier ones.
  ///   - portrait: The regions on a screen that is higher than wide; none for `regions`.
  public init(
    gap: String? = nil, margin: String? = nil, foreground: String? = nil, background: String? = nil,
    font: String? = nil, @ListBuilder<Region> regions: () -> [Region],
    @ListBuilder<Region> portrait: () -> [Region] = { [] }
  ) {
    let portrait = portrait().map(\.json)
    info = ContentInfo(
      "layout",
      [
        "regions": .array(regions().map(\.json)), "portrait": portrait.isEmpty ? nil : .array(portrait),
        "gap": .text(gap), "margin": .text(margin), "foreground": .text(foreground), "background": .text(background),
        "font": .text(font),
      ])
  }
}
