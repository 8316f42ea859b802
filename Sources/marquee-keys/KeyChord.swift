internal import CEvdev
internal import Configuration
internal import ContentModel

/// A key, exactly the modifiers that are held with it, and whether the press is long.
struct KeyChord: Hashable, CustomStringConvertible {
  var code: KeyCode
  var modifiers: KeyModifiers
  /// Whether the key is held for half a second.
  var isLong: Bool

  init(_ code: KeyCode, _ modifiers: KeyModifiers = [], isLong: Bool = false) {
    self.code = code
    self.modifiers = modifiers
    self.isLong = isLong
  }

  /// Reads `pageup`, `ctrl+alt+b`, `long b`.
  init(_ text: String) throws(KeyMapWordError) {
    let expected = "a key as pageup, b, f5, ctrl+alt+b or long b"
    var words = text.split(separator: " ").map(String.init)
    isLong = words.first == "long" && words.count > 1
    if isLong { words.removeFirst() }
    guard words.count == 1, let word = words.first else {
      throw KeyMapWordError("\"\(Quoting.short(text))\" is not one key", expected: expected)
    }
    var parts = word.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
    let last = parts.removeLast()
    modifiers = []
    for part in parts {
      let name = KeyModifiers.aliases[part.lowercased()] ?? part.lowercased()
      guard let known = KeyModifiers.names.first(where: { $0.name == name }) else {
        let names = KeyModifiers.names.map(\.name)
        throw KeyMapWordError(
          "\"\(Quoting.short(part))\" is no modifier", expected: "one of \(names.joined(separator: ", "))",
          near: NearestWord.find(part, among: names))
      }
      guard modifiers.insert(known.modifier).inserted else {
        throw KeyMapWordError("\"\(Quoting.short(word))\" has \(known.name) twice", expected: "each modifier once")
      }
    }
    guard let code = KeyCode(name: last) else {
      throw KeyMapWordError(
        "\"\(Quoting.short(last))\" is no key", expected: expected,
        near: NearestWord.find(last, among: KeyCode.allNames))
    }
    guard KeyModifiers(code) == nil || modifiers.isEmpty && !isLong else {
      throw KeyMapWordError("\"\(Quoting.short(last))\" is a modifier", expected: "another key after the last +")
    }
    self.code = code
  }

  /// The text that `init(_:)` reads.
  var description: String {
    let words = KeyModifiers.names.filter { modifiers.contains($0.modifier) }.map(\.name) + [code.description]
    return (isLong ? "long " : "") + words.joined(separator: "+")
  }
}

/// A key or a button, by the kernel's number (`linux/input-event-codes.h`).
struct KeyCode: Hashable {
  var rawValue: UInt32
}

extension KeyCode: CustomStringConvertible {
  /// Other names for keys, which people use besides the kernel's names.
  private static let aliases = [
    "escape": "esc", "return": "enter", "pgup": "pageup", "pgdn": "pagedown", "del": "delete", "ins": "insert",
    ".": "dot", ",": "comma", "-": "minus", "=": "equal", "/": "slash", ";": "semicolon",
  ]

  /// Reads the kernel's name of a key, such as `pageup`, with or without `KEY_`, in upper or lower case. The name of a button has its
  /// prefix, such as `btn_left`.
  init?(name: String) {
    let lower = name.lowercased()
    let short = lower.hasPrefix("key_") ? String(lower.dropFirst(4)) : lower
    let word = Self.aliases[short] ?? short
    let full = word.hasPrefix("btn_") ? word.uppercased() : "KEY_" + word.uppercased()
    // KEY_MAX and KEY_CNT are no keys.
    guard !full.utf8.contains(0), full != "KEY_MAX", full != "KEY_CNT" else { return nil }
    let code = unsafe libevdev_event_code_from_name(UInt32(EV_KEY), full)
    guard code >= 0 else { return nil }
    rawValue = UInt32(code)
  }

  /// The name that `init(name:)` reads, or the number of a key without one.
  var description: String { Self.name(of: rawValue) ?? "key \(rawValue)" }

  static var allNames: [String] {
    (0...UInt32(KEY_MAX)).compactMap(name(of:)) + aliases.keys.filter { $0.utf8.count > 1 }
  }

  private static func name(of code: UInt32) -> String? {
    guard code < UInt32(KEY_MAX), let pointer = unsafe libevdev_event_code_get_name(UInt32(EV_KEY), code) else {
      return nil
    }
    let full = unsafe String(cString: pointer).lowercased()
    return full.hasPrefix("key_") ? String(full.dropFirst(4)) : full
  }
}

/// Modifier keys of either side.
struct KeyModifiers: OptionSet, Hashable {
  var rawValue: UInt8

  static let control = KeyModifiers(rawValue: 1)
  static let alt = KeyModifiers(rawValue: 2)
  static let shift = KeyModifiers(rawValue: 4)
  /// The key with the logo.
  static let meta = KeyModifiers(rawValue: 8)
}

extension KeyModifiers {
  /// The names in a key map, in the order for writing them.
  static let names: [(name: String, modifier: KeyModifiers)] = [
    ("ctrl", .control), ("alt", .alt), ("shift", .shift), ("meta", .meta),
  ]

  /// Other names for modifiers.
  static let aliases = [
    "control": "ctrl", "super": "meta", "logo": "meta", "win": "meta", "windows": "meta", "cmd": "meta",
    "option": "alt",
  ]

  /// The modifier of a key; nil for every other key.
  init?(_ code: KeyCode) {
    switch Int32(bitPattern: code.rawValue) {
    case KEY_LEFTCTRL, KEY_RIGHTCTRL: self = .control
    case KEY_LEFTALT, KEY_RIGHTALT: self = .alt
    case KEY_LEFTSHIFT, KEY_RIGHTSHIFT: self = .shift
    case KEY_LEFTMETA, KEY_RIGHTMETA: self = .meta
    default: return nil
    }
  }
}

/// An error in a word of the key map.
struct KeyMapWordError: Error {
  var problem: String
  var expected: String
  /// A hint for the person; empty if there is none.
  var hint: String

  init(_ problem: String, expected: String, near: String? = nil) {
    self.problem = problem
    self.expected = expected
    hint = near.map { "did you mean \"\($0)\"?" } ?? ""
  }
}
