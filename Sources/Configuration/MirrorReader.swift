import DisplayTypes
import ModeSelection

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
        entry.mark, section.path, "a screen with use: \(use.value.rawValue) mirrors nothing",
        hint: "remove it, or the key use")
    }
    let source = section.value(
      "of", what: "a screen", expected: "main, application, or a connector's name, as HDMI-A-1"
    ) { text -> MirrorWish.Source? in
      let source = MirrorWish.Source(text)
      if case .screen = source, !isConnector(text) { return nil }
      return source
    }
    let wish = MirrorWish(source?.value ?? .main, fit: section.word("fit", MirrorFit.self)?.value ?? .letterbox)
    return Sourced(wish, at: source?.location ?? section.errors.location(section.mark))
  }

  /// As the kernel names them: a type and a number.
  private static func isConnector(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count > 1, let number = parts.last, UInt16(number) != nil else { return false }
    return NameRule.admits(text)
  }

  /// Reports rules for one connector each that mirror each other, or themselves.
  ///
  /// Of rules for displays by make and model only the daemon knows, once they are connected.
  static func checkCycles(in rules: [ModeRule], errors: ErrorList) {
    var sources: [String: (source: String, index: Int, location: SourceLocation)] = [:]
    for (index, rule) in rules.enumerated() {
      let match = rule.match.value
      guard let connector = match.connector?.text, isConnector(connector), isByConnector(rule),
        !rules[..<index].contains(where: { isByConnector($0) && $0.match.value.connector?.matches(connector) != false }
        ),
        case .screen(let source) = rule.mirror?.value.source, let location = rule.mirror?.location
      else { continue }
      sources[connector] = (source, index, location)
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

  /// Whether a rule says nothing of the display itself.
  private static func isByConnector(_ rule: ModeRule) -> Bool {
    rule.match.value == ScreenMatch(connector: rule.match.value.connector)
  }
}
