public import DisplayTypes

/// Several contents side by side, each in a region of its own.
public struct LayoutDescription: Hashable, Sendable {
  /// The most regions of one layout.
  public static let mostRegions = 16

  /// Drawn in this order; later ones lie over earlier ones.
  public var regions: [LayoutRegion] = []
  /// Where there is no region.
  public var background = Color.black
}

extension LayoutDescription: ContentValue, FieldMapping {
  package static let form = ContentForm(
    .layout, main: .file, keys: ["regions", "background"],
    sample: "a list of regions, as [{ image: menu.png, width: 70% }, { clock: {}, x: 70%, width: 30% }]")
  package var content: ContentDescription { .layout(self) }
  package var parts: [ContentDescription] { regions.map(\.content) }

  package static func read(
    from parent: ConfigurationSection, by reader: ContentReader
  ) -> LayoutDescription? {
    LayoutReader(contents: reader).read(from: parent)
  }

  package var written: MessageValue {
    var fields = fields(unless: LayoutDescription(regions: []))
    fields["regions"] = .list(regions.map(\.written))
    return .mapping(fields)
  }

  /// All but the regions.
  mutating func visit(_ fields: inout ContentFields) { fields.field("background", &background, .color) }
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

  fileprivate var written: MessageValue {
    var fields = content.written
    fields["name"] = name.map(MessageValue.text)
    for (key, share) in [("x", x), ("y", y), ("width", width), ("height", height)] { fields[key] = .plain("\(share)") }
    return .mapping(fields)
  }
}

/// Reads `layout:`: a list of regions, or a mapping with them.
struct LayoutReader {
  private static let form = LayoutDescription.form
  private static let regionKeys = ContentReader.kinds + ["name", "x", "y", "width", "height"]

  let contents: ContentReader

  func read(from parent: ConfigurationSection) -> LayoutDescription? {
    guard let entry = parent.entry("layout") else { return nil }
    guard !contents.place.isRegion else {
      parent.errors.add(
        entry.mark, parent.path("layout"), "a layout stands in a region of another",
        hint: "make one layout of all regions", fault: .value("a layout"))
      return nil
    }
    if case .sequence = entry.value.value {
      return regions("layout", in: parent).map { LayoutDescription(regions: $0) }
    }
    guard let section = contents.section(Self.form, in: parent) else { return nil }
    guard section.entry("regions") != nil else {
      section.errors.add(
        section.mark, section.path, "the layout has no regions", expected: Self.form.sample,
        fault: .missing("regions"))
      return nil
    }
    guard let regions = regions("regions", in: section) else { return nil }
    var layout = LayoutDescription(regions: regions)
    var fields = ContentFields(section, contents)
    layout.visit(&fields)
    return layout
  }

  private func regions(_ key: String, in section: ConfigurationSection) -> [LayoutRegion]? {
    guard let nodes = section.list(key, expected: Self.form.sample) else { return nil }
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
      let content = contents.region.content(in: section)
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
    var region = LayoutRegion(x: x, y: y, width: min(width, 1 - x), height: min(height, 1 - y), content: content)
    var fields = ContentFields(section, contents)
    fields.field("name", &region.name, .name)
    return region
  }

  private func share(_ key: String, in section: ConfigurationSection) -> Double? {
    section.value(key, what: "a share of the screen", expected: "0% to 100%, or 0 to 1") { text in
      let isPercent = text.hasSuffix("%")
      let number = ConfigurationSection.decimal(isPercent ? String(text.dropLast()) : text)
      return number.map { isPercent ? $0 / 100 : $0 }.flatMap { (0...1).contains($0) ? $0 : nil }
    }?.value
  }
}
