import DisplayTypes

/// The change from one picture to the next.
package struct TransitionDescription: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The new picture appears in one frame.
    case cut
    /// The new picture becomes visible over the old one.
    case crossfade
    /// The new picture moves in over the old one, which does not move.
    case slide
    /// A moving edge reveals the new picture, which does not move.
    case wipe
    /// The new picture pushes the old one out.
    case push
  }

  /// The course of the speed from beginning to end.
  package enum Curve: String, Hashable, Sendable, CaseIterable {
    case linear
    /// Slow at the beginning.
    case easeIn = "ease-in"
    /// Slow at the end.
    case easeOut = "ease-out"
    /// Slow at the beginning and at the end.
    case easeInOut = "ease-in-out"
  }

  /// The direction of a picture that slides or pushes, or of the edge of a wipe.
  package enum Direction: String, Hashable, Sendable, CaseIterable {
    case left, right, up, down
  }

  package static let longestMilliseconds = 10_000

  package var kind: Kind
  /// The length in milliseconds; not used for a cut.
  package var milliseconds: Int
  package var curve: Curve
  package var direction: Direction

  package init(_ kind: Kind, milliseconds: Int = 600, curve: Curve = .easeInOut, direction: Direction = .left) {
    self.kind = kind
    self.milliseconds = milliseconds
    self.curve = curve
    self.direction = direction
  }

  package static let cut = TransitionDescription(.cut, milliseconds: 0)
}

extension FieldType where Value == TransitionDescription {
  /// A transition in words, such as `slide 800ms left`.
  static var transition: Self {
    Self(read: { section, key, _ in TransitionReader.read(key, in: section) }) { transition in
      let plain = TransitionDescription(transition.kind)
      var words = [transition.kind.rawValue]
      if transition.kind != .cut {
        if transition.milliseconds != plain.milliseconds { words.append(DurationText.text(transition.milliseconds)) }
        if transition.curve != plain.curve { words.append(transition.curve.rawValue) }
        let hasDirection = transition.kind != .crossfade
        if hasDirection, transition.direction != plain.direction { words.append(transition.direction.rawValue) }
      }
      return .text(words.joined(separator: " "))
    }.option(.text("words"))
  }
}

/// Reads `transition: slide 800ms ease-out left`, or `{ kind: slide, duration: 800ms, curve: ease-out, direction: left }`.
enum TransitionReader {
  private static let expected = "a transition, as crossfade, \"slide 800ms left\" or { kind: slide, duration: 800ms }"
  private static let kinds = TransitionDescription.Kind.allCases.map(\.rawValue)
  private static let words =
    kinds + TransitionDescription.Curve.allCases.map(\.rawValue)
    + TransitionDescription.Direction.allCases.map(\.rawValue)

  /// - Parameter alternatives: the words that the caller reads itself.
  static func read(
    _ key: String, in parent: ConfigurationSection, alternatives: [String] = []
  ) -> TransitionDescription? {
    guard let entry = parent.entry(key) else { return nil }
    let path = parent.path(key)
    let section: ConfigurationSection?
    if case .scalar(let text, _) = entry.value.value, !entry.value.isNull {
      section = mapping(of: text, entry, path: path, errors: parent.errors, alternatives: alternatives)
    } else {
      section = parent.section(key, keys: ["kind", "duration", "curve", "direction"], expected: expected)
    }
    return section.flatMap(transition)
  }

  /// Makes a mapping from a line of words.
  private static func mapping(
    of text: String, _ entry: ValueEntry, path: String, errors: ErrorList, alternatives: [String]
  ) -> ConfigurationSection? {
    let words = alternatives + words
    var entries: [ValueEntry] = []
    for word in text.split(whereSeparator: { $0 == " " || $0 == "," }).map(String.init) {
      let key: String
      if kinds.contains(word) {
        key = "kind"
      } else if TransitionDescription.Curve(rawValue: word) != nil {
        key = "curve"
      } else if TransitionDescription.Direction(rawValue: word) != nil {
        key = "direction"
      } else if DurationText.milliseconds(word) != nil {
        key = "duration"
      } else {
        errors.add(
          entry.value.mark, path, "\"\(Quoting.short(word))\" is no word of a transition",
          expected: "one of \(words.joined(separator: ", ")), or a time as 800ms",
          hint: NearestWord.hint(word, among: words), fault: .value(text))
        return nil
      }
      guard !entries.contains(where: { $0.key == key }) else {
        errors.add(
          entry.value.mark, path, "\"\(Quoting.short(word))\" is a second \(key)", expected: expected,
          fault: .value(text))
        return nil
      }
      entries.append(
        ValueEntry(
          key: key, mark: entry.mark, value: .init(value: .scalar(word, isPlain: true), mark: entry.value.mark))
      )
    }
    return ConfigurationSection(path: path, mark: entry.value.mark, errors: errors, entries: entries)
  }

  private static func transition(_ section: ConfigurationSection) -> TransitionDescription? {
    guard section.entry("kind") != nil else {
      section.errors.add(
        section.mark, section.path, "the transition has no kind", expected: expected, fault: .missing("kind"))
      return nil
    }
    guard let kind = section.word("kind", TransitionDescription.Kind.self)?.value else { return nil }
    let longest = TransitionDescription.longestMilliseconds
    let bounds = "\(DurationText.expected), at most \(DurationText.text(longest))"
    let milliseconds = section.value("duration", what: "a time that a transition takes", expected: bounds) {
      DurationText.milliseconds($0).flatMap { $0 <= longest ? $0 : nil }
    }?.value
    let curve = section.word("curve", TransitionDescription.Curve.self)?.value
    let direction = section.word("direction", TransitionDescription.Direction.self)?.value
    for key in ["duration", "curve", "direction"] where section.entry(key) != nil {
      let means =
        switch kind {
        case .cut: false
        case .crossfade: key != "direction"
        case .slide, .wipe, .push: true
        }
      guard !means else { continue }
      section.errors.add(
        section.mark, section.path(key), "a \(kind.rawValue) has no \(key)", hint: "remove it, or take another kind",
        fault: .value(key))
      return nil
    }
    if kind == .cut { return .cut }
    let plain = TransitionDescription(kind)
    return TransitionDescription(
      kind, milliseconds: milliseconds ?? plain.milliseconds, curve: curve ?? plain.curve,
      direction: direction ?? plain.direction)
  }
}
