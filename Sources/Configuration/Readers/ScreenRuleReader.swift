internal import ContentModel
package import DisplayTypes

struct ScreenRuleReader {
  static let keys = ["match", "content"] + ScreenRuleKey.allCases.map(\.rawValue)

  private let section: ConfigurationSection

  /// Opens the rule; nil, with a reported error, if the item is not a rule.
  static func section(_ node: ValueNode, path: String, errors: ErrorList) -> ConfigurationSection? {
    let expected = "a rule, as { match: { connector: \"HDMI-A-*\" }, modes: [preferred] }"
    return ConfigurationSection(node, path: path, errors: errors, keys: keys, expected: expected)
  }

  /// Reads the rule without its content; nil, with a reported error, if it has no match.
  static func read(_ section: ConfigurationSection) -> ModeRule? { ScreenRuleReader(section: section).rule() }

  private func rule() -> ModeRule? {
    if section.entry("match") == nil {
      section.errors.add(
        section.mark, section.path, "the rule has no match", expected: "match with connector, make, model or serial",
        hint: "match: { connector: \"*\" } is every screen")
    }
    let match = ScreenMatchReader.read(from: section)
    let use = section.word("use", ScreenUse.self)
    let rule = ModeRule(
      match: match ?? Sourced(.any, at: section.errors.location(section.mark)), use: use,
      modes: ModeWishReader.read(from: section), maximum: maximum(), aspect: aspect(), rotation: rotation(),
      scale: section.value("scale", what: "a scale", expected: "auto or a number from 0.25 to 16") { ScreenScale($0) },
      overscan: overscan(), app: app(), role: role(),
      prefersApplication: section.flag("prefersApplication"), allowsAppModes: section.flag("allowsAppModes"),
      support: section.word("support", ExternalSupport.self), mirror: MirrorReader.read(from: section, use: use),
      cec: section.value("cec", what: "a CEC adapter", expected: "auto, off, or an adapter in /dev, as /dev/cec0") {
        CECChoice($0)
      },
      ddc: section.flag("ddc"), name: ScreenNameReader.read(from: section))
    checkPower(rule)
    if let content = section.entry("content") { checkContent(content, of: rule) }
    return match == nil ? nil : rule
  }

  /// Reports a rule that would set the power of a display in two ways.
  private func checkPower(_ rule: ModeRule) {
    guard case .device? = rule.cec?.value, rule.ddc?.value == true, let location = rule.ddc?.location else { return }
    section.errors.add(
      ConfigurationError(
        location: location, keyPath: "\(section.path).ddc",
        problem: "the rule names a CEC adapter, and wants DDC/CI instead of it",
        expected: "one of the two", hint: "TVs have HDMI-CEC, monitors of computers DDC/CI"))
  }

  /// Reports keys that contradict the content of the rule.
  private func checkContent(_ content: ValueEntry, of rule: ModeRule) {
    func report(_ place: SourceLocation?, _ key: String, _ problem: String, hint: String) {
      section.errors.add(
        ConfigurationError(
          location: place ?? section.errors.location(content.mark), keyPath: "\(section.path).\(key)", problem: problem,
          expected: "one of the two", hint: hint))
    }
    if let app = rule.app {
      report(
        app.location, "apps", "the rule has content in line \(content.mark.line), and an app for it",
        hint: "remove apps, or write the content into the app")
    }
    if let role = rule.role, role.value != SceneRoleDescription.externalDisplayNonInteractive {
      report(
        role.location, "role", "the rule has content in line \(content.mark.line), and a role of apps",
        hint: "remove role, or write the content into an app that has the role")
    }
    if let use = rule.use, use.value == .console || use.value == .dark {
      report(
        use.location, "use", "a screen with use: \(use.value.rawValue) shows no content", hint: "remove use, or content"
      )
    }
  }

  private func rotation() -> Sourced<Transform>? {
    let names = Transform.allCases.map(\.rawValue).joined(separator: ", ")
    return section.value("rotation", what: "a rotation", expected: "one of \(names)") { Transform(name: $0) }
  }

  private func aspect() -> Sourced<WishedAspect>? {
    section.value("aspect", what: "a picture aspect", expected: "WIDTH:HEIGHT, as 16:9") { WishedAspect($0) }
  }

  private func maximum() -> Sourced<ModeLimit>? {
    let expected = "width, height or refresh, as { width: 1920, height: 1080, refresh: 60 }"
    guard let limits = section.section("maximum", keys: ["width", "height", "refresh"], expected: expected) else {
      return nil
    }
    func side(_ key: String) -> Int? {
      limits.value(key, what: "a number of pixels", expected: "a whole number from 1 to 65535") { text -> Int? in
        guard let number = UInt16(text), number > 0, !text.hasPrefix("+") else { return nil }
        return Int(number)
      }?.value
    }
    let refresh = limits.value("refresh", what: "a refresh", expected: "hertz, as 60 or 59.94") { WishedRefresh($0) }
    if limits.entries.isEmpty { section.errors.add(limits.mark, limits.path, "is empty", expected: expected) }
    return Sourced(
      ModeLimit(width: side("width"), height: side("height"), refresh: refresh?.value),
      at: section.errors.location(limits.mark))
  }

  private func overscan() -> Sourced<OverscanInsets>? {
    guard let entry = section.entry("overscan") else { return nil }
    let what = "an inset"
    let expected = "a share up to 25%, as 2%, or pixels, as 24px"
    let location = section.errors.location(entry.value.mark)
    if case .scalar = entry.value.value {
      // One value for all four edges.
      return section.value("overscan", what: what, expected: "\(expected), or top, right, bottom and left") {
        OverscanInset($0)
      }?.map { OverscanInsets(top: $0, right: $0, bottom: $0, left: $0) }
    }
    let edges = ["top", "right", "bottom", "left"]
    guard
      let insets = section.section("overscan", keys: edges, expected: "{ top: 2%, right: 2%, bottom: 2%, left: 2% }")
    else { return nil }
    func edge(_ key: String) -> OverscanInset {
      insets.value(key, what: what, expected: expected) { OverscanInset($0) }?.value ?? .none
    }
    return Sourced(
      OverscanInsets(top: edge("top"), right: edge("right"), bottom: edge("bottom"), left: edge("left")), at: location)
  }

  private func role() -> Sourced<String>? {
    let role = section.value("role", what: "a role's name", expected: NameRule.expected) {
      NameRule.admits($0) ? $0 : nil
    }
    guard let role, let location = role.location else { return role }
    switch role.value {
    case SceneRoleDescription.application:
      section.errors.add(
        ConfigurationError(
          location: location, keyPath: "\(section.path).role",
          problem: "application scenes are placed by their app, not by a rule",
          expected: "\(SceneRoleDescription.externalDisplayNonInteractive), or a further role"))
      return nil
    case SceneRoleDescription.externalDisplay:
      return Sourced(SceneRoleDescription.externalDisplayNonInteractive, at: location)
    default: return role
    }
  }

  private func app() -> Sourced<String>? {
    guard let names = section.texts("apps", expected: "a list with one app, as [menu]") else { return nil }
    if names.count > 1, let first = names.first, let second = names.dropFirst().first,
      let one = first.location, let two = second.location
    {
      section.errors.add(
        ConfigurationError(
          location: two, keyPath: "\(section.path).apps[1]",
          problem: "two foreground apps for one screen: \"\(Quoting.short(first.value))\" in line \(one.line) and "
            + "\"\(Quoting.short(second.value))\" in line \(two.line)",
          expected: "one", hint: "keep one of them; an app steps in for another by its key fallback"))
    }
    return names.first
  }
}

/// Reads `match: { connector, make, model, serial }`.
enum ScreenMatchReader {
  private static let keys = ["connector", "make", "model", "serial"]
  private static let expected = "at least one of connector, make, model, serial, as { connector: \"HDMI-A-*\" }"

  static func read(from parent: ConfigurationSection) -> Sourced<ScreenMatch>? {
    guard let section = parent.section("match", keys: keys, expected: expected) else { return nil }
    if section.entries.isEmpty {
      section.errors.add(
        section.mark, section.path, "is empty", expected: expected, hint: "{ connector: \"*\" } is every screen")
    }
    func pattern(_ key: String) -> GlobPattern? {
      section.text(key, expected: "a pattern, as \"HDMI-A-*\"").map { GlobPattern($0.value) }
    }
    let match = ScreenMatch(
      connector: pattern("connector"), make: pattern("make"), model: pattern("model"), serial: pattern("serial"))
    return Sourced(match, at: section.errors.location(section.mark))
  }
}

/// Reads `modes: [3840x2160@60, preferred]`.
enum ModeWishReader {
  static func read(from section: ConfigurationSection) -> [Sourced<ModeWish>] {
    let items = section.list("modes", expected: "a list of modes, as [1920x1080@60, preferred]") ?? []
    return items.compactMap { node, path in
      guard let text = section.text(of: node, path: path, expected: ModeWishError.expected) else { return nil }
      do throws(ModeWishError) {
        return Sourced(try ModeWish(text.value), at: text.location)
      } catch {
        section.errors.add(node.mark, path, error.problem, expected: ModeWishError.expected)
        return nil
      }
    }
  }
}

/// Reads `mirror:` of a rule, and finds rules that mirror each other.
enum MirrorReader {
  private static let expected = "{ of: main, fit: letterbox }"

  static func read(from parent: ConfigurationSection, use: Sourced<ScreenUse>?) -> Sourced<MirrorWish>? {
    guard let entry = parent.entry("mirror"),
      let section = parent.section("mirror", keys: ["of", "fit"], expected: expected)
    else { return nil }
    if section.entries.isEmpty { section.errors.add(section.mark, section.path, "is empty", expected: expected) }
    if let use, use.value != .external {
      section.errors.add(
        entry.mark, section.path, "a screen with use: \(use.value.rawValue) does not mirror",
        hint: "remove it, or the key use")
    }
    let source = section.value(
      "of", what: "a screen",
      expected: "main, application, or a connector, as HDMI-A-1, or the name of a screen in this file"
    ) { text -> MirrorWish.Source? in text.isEmpty ? nil : MirrorWish.Source(text) }
    let wish = MirrorWish(source?.value ?? .main, fit: section.word("fit", MirrorFit.self)?.value ?? .letterbox)
    return Sourced(wish, at: source?.location ?? section.errors.location(section.mark))
  }

  /// Whether the text is a connector name of the kernel: a type and a number.
  private static func isConnector(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count > 1, let number = parts.last, UInt16(number) != nil else { return false }
    return NameRule.admits(text)
  }

  /// Reports sources that are no connector, and no screen of the file.
  static func checkSources(in rules: [ModeRule], errors: ErrorList) {
    for (index, rule) in rules.enumerated() {
      guard case .screen(let source)? = rule.mirror?.value.source, let location = rule.mirror?.location,
        !isConnector(source), rules.first(named: source) == nil
      else { continue }
      errors.add(
        ConfigurationError(
          location: location, keyPath: "screens[\(index)].mirror.of",
          problem: "\"\(Quoting.short(source))\" is not a screen",
          expected: "main, application, or a connector, as HDMI-A-1, or the name of a screen in this file",
          hint: NearestWord.hint(source, among: ["main", "application"] + rules.compactMap(\.name?.value)),
          fault: .value(source)))
    }
  }

  /// Reports rules for single connectors that mirror each other or themselves. For rules by make and model, only the daemon can detect
  /// that, when the displays are connected.
  static func checkCycles(in rules: [ModeRule], errors: ErrorList) {
    var sources: [String: (source: String, index: Int, location: SourceLocation)] = [:]
    for (index, rule) in rules.enumerated() {
      let match = rule.match.value
      guard let connector = match.connector?.text, isConnector(connector), isByConnector(rule),
        !rules[..<index].contains(where: { isByConnector($0) && $0.match.value.connector?.matches(connector) != false }
        ),
        case .screen(let source) = rule.mirror?.value.source, let location = rule.mirror?.location
      else { continue }
      let named = rules.first(named: source)?.match.value.connector?.text
      sources[connector] = (named ?? source, index, location)
    }
    var reported: Set<String> = []
    let connectors = sources.sorted { $0.value.index < $1.value.index }.map(\.key)
    for connector in connectors where !reported.contains(connector) {
      var ring = [connector]
      while let last = ring.last, let next = sources[last]?.source, !ring.contains(next) { ring.append(next) }
      guard let last = ring.last, let closing = sources[last], closing.source == connector else { continue }
      reported.formUnion(ring)
      let steps = ring.map { "\($0) mirrors \(sources[$0]?.source ?? "") in line \(sources[$0]?.location.line ?? 0)" }
      errors.add(
        ConfigurationError(
          location: closing.location, keyPath: "screens[\(closing.index)].mirror.of",
          problem: "screens mirror each other: \(steps.joined(separator: ", "))",
          expected: "a screen that shows a picture of its own"))
    }
  }

  private static func isByConnector(_ rule: ModeRule) -> Bool {
    rule.match.value == ScreenMatch(connector: rule.match.value.connector)
  }
}

/// Reads the size of a picture, as `640x480`.
package enum PixelSizeReader {
  /// The longest side. A text of that size takes 256 MiB of pixels, and no screen is larger.
  private static let maximum = 8192
  package static let expected = "WIDTHxHEIGHT in pixels, as 640x480, each from 1 to \(maximum)"

  static func read(from section: ConfigurationSection) -> Sourced<PixelSize>? {
    section.value("size", what: "a size", expected: expected, read: size)
  }

  package static func size(_ text: String) -> PixelSize? {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false)
    let numbers = sides.compactMap { $0.hasPrefix("+") ? nil : UInt16($0) }.map(Int.init)
    guard sides.count == 2, numbers.count == 2, numbers.allSatisfy((1...maximum).contains) else { return nil }
    return PixelSize(width: numbers[0], height: numbers[1])
  }
}
