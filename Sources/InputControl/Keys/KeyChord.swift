internal import Configuration

/// What is pressed: a key, with the modifiers that are held, shortly or for a while.
public struct KeyChord: Hashable, Sendable, CustomStringConvertible {
  /// The key.
  public var code: KeyCode
  /// The modifiers that are held with it, neither more nor fewer.
  public var modifiers: KeyModifiers
  /// Whether it is held for half a second.
  public var isLong: Bool

  /// Makes one from its parts.
  public init(_ code: KeyCode, _ modifiers: KeyModifiers = [], isLong: Bool = false) {
    self.code = code
    self.modifiers = modifiers
    self.isLong = isLong
  }

  /// Reads `pageup`, `ctrl+alt+b`, `long b`.
  public init(_ text: String) throws(WordError) {
    let expected = "a key as pageup, b, f5, ctrl+alt+b or long b"
    var words = text.split(separator: " ").map(String.init)
    isLong = words.first == "long" && words.count > 1
    if isLong { words.removeFirst() }
    guard words.count == 1, let word = words.first else {
      throw WordError("“\(Quoting.short(text))” is not one key", expected: expected)
    }
    var parts = word.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
    let last = parts.removeLast()
    modifiers = []
    for part in parts {
      let name = KeyModifiers.aliases[part.lowercased()] ?? part.lowercased()
      guard let known = KeyModifiers.names.first(where: { $0.name == name }) else {
        let names = KeyModifiers.names.map(\.name)
        throw WordError(
          "“\(Quoting.short(part))” is no modifier", expected: "one of \(names.joined(separator: ", "))",
          hint: Self.hint(NearestWord.find(part, among: names)))
      }
      guard modifiers.insert(known.modifier).inserted else {
        throw WordError("“\(Quoting.short(word))” has \(known.name) twice", expected: "each modifier once")
      }
    }
    guard let code = KeyCode(name: last) else {
      throw WordError(
        "“\(Quoting.short(last))” is no key", expected: expected,
        hint: Self.hint(NearestWord.find(last, among: KeyCode.allNames)))
    }
    guard KeyModifiers(code) == nil || modifiers.isEmpty && !isLong else {
      throw WordError("“\(Quoting.short(last))” is a modifier", expected: "another key after the last +")
    }
    self.code = code
  }

  private static func hint(_ near: String?) -> String { near.map { "did you mean “\($0)”?" } ?? "" }

  /// The text that `init(_:)` reads.
  public var description: String {
    let words = KeyModifiers.names.filter { modifiers.contains($0.modifier) }.map(\.name) + [code.description]
    return (isLong ? "long " : "") + words.joined(separator: "+")
  }
}
