public import DisplayTypes

/// Several contents side by side, each in a region of its own.
public struct LayoutDescription: Hashable, Sendable {
  /// The most regions of one layout.
  public static let mostRegions = 16

  /// Drawn in this order; later ones lie over earlier ones.
  public var regions: [LayoutRegion]
  /// Where there is no region.
  public var background: Color

  /// Makes a layout.
  public init(regions: [LayoutRegion], background: Color = .black) {
    self.regions = regions
    self.background = background
  }
}

/// A part of the screen with content of its own.
public struct LayoutRegion: Hashable, Sendable {
  /// What it is called in events and in the proof of play; nil for its place.
  public var name: String?
  /// The left edge, as a share of the width from 0 to 1.
  public var x: Double
  /// The upper edge, as a share of the height.
  public var y: Double
  /// As a share of the width.
  public var width: Double
  /// As a share of the height.
  public var height: Double
  /// What it shows; no layout and no schedule that switches the power.
  public var content: ContentDescription

  /// Makes a region.
  public init(name: String? = nil, x: Double, y: Double, width: Double, height: Double, content: ContentDescription) {
    self.name = name
    self.x = x
    self.y = y
    self.width = width
    self.height = height
    self.content = content
  }
}

/// Reads `layout:`: a list of regions, or a mapping with them.
struct LayoutReader {
  private static let keys = ["regions", "background"]
  private static let regionKeys = ContentReader.kinds + ["name", "x", "y", "width", "height"]
  private static let expected =
    "a list of regions, as [{ image: menu.png, width: 70% }, { clock: {}, x: 70%, width: 30% }]"

  let contents: ContentReader
  let place: ContentPlace

  func read(from parent: ConfigurationSection) -> LayoutDescription? {
    guard let entry = parent.entry("layout") else { return nil }
    guard !place.isRegion else {
      parent.errors.add(
        entry.mark, parent.path("layout"), "a layout stands in a region of another",
        hint: "make one layout of all regions", fault: .value("a layout"))
      return nil
    }
    if case .sequence = entry.value.value {
      return regions("layout", in: parent).map { LayoutDescription(regions: $0) }
    }
    guard let section = parent.section("layout", keys: Self.keys, expected: Self.expected) else { return nil }
    guard section.entry("regions") != nil else {
      section.errors.add(
        section.mark, section.path, "the layout has no regions", expected: Self.expected,
        fault: .missing("regions"))
      return nil
    }
    return regions("regions", in: section).map {
      let plain = LayoutDescription(regions: $0)
      return LayoutDescription(
        regions: $0, background: ContentReader.color("background", in: section) ?? plain.background)
    }
  }

  private func regions(_ key: String, in section: ConfigurationSection) -> [LayoutRegion]? {
    guard let nodes = section.list(key, expected: Self.expected) else { return nil }
    let mark = section.entry(key)?.value.mark ?? section.mark
    guard (1...LayoutDescription.mostRegions).contains(nodes.count) else {
      section.errors.add(
        mark, section.path(key), nodes.isEmpty ? "the layout is empty" : "the layout has \(nodes.count) regions",
        expected: "1 to \(LayoutDescription.mostRegions) regions", fault: .value("\(nodes.count) regions"))
      return nil
    }
    let regions = nodes.map { region($0.node, path: $0.path, errors: section.errors) }
    let read = regions.compactMap(\.self)
    guard read.count == regions.count else { return nil }
    var names: Set<String> = []
    for (index, name) in read.map(\.name).enumerated() {
      guard let name, !names.insert(name).inserted else { continue }
      section.errors.add(
        nodes[index].node.mark, "\(nodes[index].path).name", "two regions are named “\(Quoting.short(name))”",
        expected: "a name for each", fault: .value(name))
      return nil
    }
    return read
  }

  private func region(_ node: ValueNode, path: String, errors: ErrorList) -> LayoutRegion? {
    let expected = "a region, as { clock: {}, x: 70%, y: 0%, width: 30%, height: 20% }"
    guard
      let section = ConfigurationSection(node, path: path, errors: errors, keys: Self.regionKeys, expected: expected),
      let content = contents.content(in: section, at: place.region)
    else { return nil }
    let (x, y) = (share("x", in: section) ?? 0, share("y", in: section) ?? 0)
    let (width, height) = (share("width", in: section) ?? 1 - x, share("height", in: section) ?? 1 - y)
    // Shares such as a third are rounded where they are written down.
    let slack = 1e-6
    for (key, edge, size) in [("width", x, width), ("height", y, height)] where size <= 0 || edge + size > 1 + slack {
      section.errors.add(
        section.entry(key)?.value.mark ?? section.mark, section.path(key),
        size <= 0 ? "the region has no \(key)" : "the region reaches over the edge of the screen",
        expected: "\(key == "width" ? "x and width" : "y and height") that make 100% at most together",
        fault: .value("\(size)"))
      return nil
    }
    return LayoutRegion(
      name: contents.name(in: section), x: x, y: y, width: min(width, 1 - x), height: min(height, 1 - y),
      content: content)
  }

  private func share(_ key: String, in section: ConfigurationSection) -> Double? {
    section.value(key, what: "a share of the screen", expected: "0% to 100%, or 0 to 1") { text in
      let isPercent = text.hasSuffix("%")
      let number = ConfigurationSection.decimal(isPercent ? String(text.dropLast()) : text)
      return number.map { isPercent ? $0 / 100 : $0 }.flatMap { (0...1).contains($0) ? $0 : nil }
    }?.value
  }
}
