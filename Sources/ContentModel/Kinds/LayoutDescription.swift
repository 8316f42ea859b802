package import DisplayTypes

/// Several contents side by side, each in its own region.
public struct LayoutDescription: Hashable, Sendable {
  package static let mostRegions = 16

  /// The regions in drawing order: later regions cover earlier ones.
  package var regions: [LayoutRegion] = []
  /// The regions on a screen that is higher than wide; empty for `regions`.
  package var portrait: [LayoutRegion] = []
  /// The distance between regions that touch.
  package var gap = LayoutDistance.none
  /// The distance between the regions and the edges of the screen.
  package var margin = LayoutDistance.none
  /// The colours and the font for letters in the regions. The background also fills gaps, the margin, and places without a region.
  package var foreground: Color?
  package var background: Color?
  package var font: String?
}

/// A share of the shorter side of the screen, or pixels, in the notation of overscan.
package typealias LayoutDistance = OverscanInset

extension LayoutDescription: ContentMapping {
  package static let form = ContentForm(
    kind: .layout, main: .file, parts: ["regions", "portrait"],
    sample: "a list of regions, as [{ image: menu.png, width: 70% }, { clock: {}, x: 70%, width: 30% }]",
    example: "wall.yaml")
  package var content: ContentDescription { .layout(self) }
  /// A content that both arrangements have counts once.
  package var parts: [ContentDescription] {
    let contents = regions.map(\.content)
    return contents + portrait.map(\.content).filter { !contents.contains($0) }
  }

  package var written: MessageValue {
    var fields = fields(unless: Self.plain)
    fields["regions"] = .list(regions.map { $0.written() })
    if !portrait.isEmpty { fields["portrait"] = .list(portrait.map { $0.written(like: regions) }) }
    return .mapping(fields)
  }

  /// Reads or writes all fields except the regions.
  mutating func visit(_ fields: inout ContentFields) {
    fields.field("gap", &gap, .distance, help: "the distance between regions, as 2% or 24px")
    fields.field("margin", &margin, .distance, help: "the distance between the regions and the edges of the screen")
    fields.field("foreground", &foreground, .color)
    fields.field("background", &background, .color)
    fields.field("font", &font, .font)
  }

  package func moment(in query: TimelineQuery, _ turn: TimelineTurn) -> TimelineMoment {
    TimelineMoment(leaf: .content(.layout(arranged(isPortrait: query.context.isPortrait))))
  }

  /// The layout with the regions for a shape of the screen, whose contents have its colours and font.
  func arranged(isPortrait: Bool) -> LayoutDescription {
    var layout = self
    if isPortrait, !portrait.isEmpty { layout.regions = portrait }
    layout.portrait = []
    let style = ContentStyle(foreground: foreground, background: background, font: font)
    guard style != ContentStyle() else { return layout }
    layout.regions = layout.regions.map { region in
      var region = region
      region.content = region.content.styled(by: style)
      return region
    }
    return layout
  }
}

extension ContentDescription {
  /// The content with a layout's regions for a shape of the screen.
  func arranged(isPortrait: Bool) -> ContentDescription {
    guard case .layout(let layout) = self else { return self }
    return .layout(layout.arranged(isPortrait: isPortrait))
  }
}

extension FieldType where Value == LayoutDistance {
  fileprivate static var distance: Self {
    Self(
      "a distance", expected: "a share of the shorter side up to 25%, as 2%, or pixels, as 24px",
      write: { .text($0.text) }, read: { LayoutDistance($0) })
  }
}

package struct LayoutRegion: Hashable, Sendable {
  /// The name in events and in the proof of play; nil for its number.
  package var name: String?
  /// The left edge. Like the other shares of width and height, it is from 0 to 1.
  package var x: Double
  package var y: Double
  package var width: Double
  package var height: Double
  /// The content, which cannot be a layout, or a schedule that switches the power.
  package var content: ContentDescription

  /// The written region, without its content if a region with its name in the other arrangement has the same.
  fileprivate func written(like others: [LayoutRegion] = []) -> MessageValue {
    let isElsewhere = name != nil && others.contains { $0.name == name && $0.content == content }
    var fields = isElsewhere ? [:] : content.written
    fields["name"] = name.map(MessageValue.text)
    for (key, share) in [("x", x), ("y", y), ("width", width), ("height", height)] { fields[key] = .plain("\(share)") }
    return .mapping(fields)
  }
}

/// Reads `layout:`: a list of regions, or a mapping with them.
extension LayoutDescription {
  private static let regionKeys = ContentReader.kinds + ["name", "x", "y", "width", "height"]

  package static func read(from parent: ConfigurationSection, by contents: ContentReader) -> LayoutDescription? {
    guard let entry = parent.entry("layout") else { return nil }
    guard !contents.place.isRegion else {
      parent.errors.add(
        entry.mark, parent.path("layout"), "a region of a layout cannot have another layout",
        hint: "make one layout of all regions", fault: .value("a layout"))
      return nil
    }
    if case .sequence = entry.value.value {
      return regions("layout", in: parent, contents).map { LayoutDescription(regions: $0) }
    }
    guard let section = contents.section(Self.self, in: parent) else { return nil }
    guard section.entry("regions") != nil else {
      section.errors.add(
        section.mark, section.path, "the layout has no regions", expected: form.sample,
        fault: .missing("regions"))
      return nil
    }
    guard let regions = regions("regions", in: section, contents) else { return nil }
    var layout = LayoutDescription(regions: regions)
    if section.entry("portrait") != nil {
      guard let portrait = Self.regions("portrait", in: section, contents, like: regions) else { return nil }
      layout.portrait = portrait
    }
    var fields = ContentFields(section, contents)
    layout.visit(&fields)
    return layout
  }

  /// - Parameter others: the regions of the other arrangement. A region without a content has the content of the region with its name.
  private static func regions(
    _ key: String, in section: ConfigurationSection, _ contents: ContentReader, like others: [LayoutRegion] = []
  ) -> [LayoutRegion]? {
    guard let nodes = section.list(key, of: .layout, "regions", most: mostRegions, expected: form.sample) else {
      return nil
    }
    let read = nodes.compactMap { region($0.node, path: $0.path, errors: section.errors, contents, like: others) }
    guard read.count == nodes.count else { return nil }
    var names: Set<String> = []
    for (index, name) in read.map(\.name).enumerated() {
      guard let name, !names.insert(name).inserted else { continue }
      section.errors.add(
        nodes[index].node.mark, "\(nodes[index].path).name", "two regions are named \"\(Quoting.short(name))\"",
        expected: "a name for each", fault: .value(name))
      return nil
    }
    return read
  }

  private static func region(
    _ node: ValueNode, path: String, errors: ErrorList, _ contents: ContentReader, like others: [LayoutRegion]
  ) -> LayoutRegion? {
    let expected = "a region, as { clock: {}, x: 70%, y: 0%, width: 30%, height: 20% }"
    guard
      let section = ConfigurationSection(node, path: path, errors: errors, keys: regionKeys, expected: expected),
      let content = content(in: section, contents, like: others)
    else { return nil }
    let (x, y) = (share("x", in: section) ?? 0, share("y", in: section) ?? 0)
    let (width, height) = (share("width", in: section) ?? 1 - x, share("height", in: section) ?? 1 - y)
    // Shares such as a third are rounded in files.
    let slack = 1e-6
    for (key, edge, size) in [("width", x, width), ("height", y, height)] where size <= 0 || edge + size > 1 + slack {
      section.report(
        key, size <= 0 ? "the region has no \(key)" : "the region reaches over the edge of the screen",
        expected: "\(key == "width" ? "x and width" : "y and height") that make 100% at most together",
        fault: .value("\(size)"))
      return nil
    }
    var region = LayoutRegion(x: x, y: y, width: min(width, 1 - x), height: min(height, 1 - y), content: content)
    var fields = ContentFields(section, contents)
    fields.field("name", &region.name, .name)
    return region
  }

  private static func content(
    in section: ConfigurationSection, _ contents: ContentReader, like others: [LayoutRegion]
  ) -> ContentDescription? {
    guard !others.isEmpty, !section.entries.contains(where: { ContentReader.kinds.contains($0.key) }),
      let name = section.text("name", expected: "the name of a region")
    else { return contents.region.content(in: section) }
    if let other = others.first(where: { $0.name == name.value }) { return other.content }
    section.report(
      "name", "the region has no content, and no other region is named \"\(Quoting.short(name.value))\"",
      expected: "a content, or the name of a region in regions", fault: .value(name.value))
    return nil
  }

  private static func share(_ key: String, in section: ConfigurationSection) -> Double? {
    section.value(key, what: "a share of the screen", expected: ShareText.expected) { ShareText.fraction($0) }?.value
  }
}

/// Shares of the screen, in layouts and on the command line: `50%` or `0.5`.
package enum ShareText {
  /// The expected form, for messages.
  package static let expected = "0% to 100%, or 0 to 1"

  /// The share from 0 to 1; nil for other texts.
  package static func fraction(_ text: String) -> Double? {
    let isPercent = text.hasSuffix("%")
    let number = ConfigurationSection.decimal(isPercent ? String(text.dropLast()) : text)
    return number.map { isPercent ? $0 / 100 : $0 }.flatMap { (0...1).contains($0) ? $0 : nil }
  }
}
