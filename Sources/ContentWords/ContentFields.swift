import ControlProtocol
import DisplayTypes

/// The fields of a content as they are written: those that say nothing are left out.
struct ContentFields {
  private var fields: [String: JSONValue]

  init(_ fields: [String: JSONValue]) {
    self.fields = fields
  }

  var json: JSONValue { .object(fields) }

  mutating func set(_ name: String, _ value: JSONValue) {
    fields[name] = value
  }

  mutating func set(_ name: String, _ text: String?) {
    if let text { fields[name] = .string(text) }
  }

  /// A truth value, which is false by default.
  mutating func set(_ name: String, _ value: Bool) {
    if value { fields[name] = .bool(true) }
  }

  mutating func set(_ name: String, _ color: Color, unless usual: Color) {
    if color != usual { fields[name] = .string(color.hexadecimal) }
  }

  mutating func set<Word: RawRepresentable<String> & Equatable>(_ name: String, _ word: Word, unless usual: Word) {
    if word != usual { fields[name] = .string(word.rawValue) }
  }

  mutating func set(_ name: String, milliseconds: Int?, unless usual: Int?) {
    if let milliseconds, milliseconds != usual { fields[name] = .string(DurationText.text(milliseconds)) }
  }

  /// A transition in words, as `slide 800ms left`.
  mutating func set(_ name: String, _ transition: TransitionDescription?, unless usual: TransitionDescription? = .cut) {
    guard let transition, transition != usual else { return }
    let plain = TransitionDescription(transition.kind)
    var words = [transition.kind.rawValue]
    if transition.kind != .cut {
      if transition.milliseconds != plain.milliseconds { words.append(DurationText.text(transition.milliseconds)) }
      if transition.curve != plain.curve { words.append(transition.curve.rawValue) }
      let hasDirection = transition.kind != .crossfade
      if hasDirection, transition.direction != plain.direction { words.append(transition.direction.rawValue) }
    }
    fields[name] = .string(words.joined(separator: " "))
  }
}
