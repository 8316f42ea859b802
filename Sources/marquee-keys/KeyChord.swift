internal import CEvdev
internal import Configuration
internal import ContentModel

/// A pressed key with the held modifiers, short or long.
public struct KeyChord: Hashable, Sendable, CustomStringConvertible {
  /// The key.
  public var code: KeyCode
  /// The modifiers that are held with it, neither more nor fewer.
  public var modifiers: KeyModifiers
  /// Whether it is held for half a second.
  public var isLong: Bool

  /// Makes a key chord from its parts.
  public init(_ code: KeyCode, _ modifiers: KeyModifiers = [], isLong: Bool = false) {
    self.code = code
    self.modifiers = modifiers
    self.isLong = isLong
  }

  /// Reads `pageup`, `ctrl+alt+b`, `long b`.
  public init(_ text: String) throws(KeyMapWordError) {
    let expected = "a key as pageup, b, f5, ctrl+alt+b or long b"
    var words = text.split(separator: " ").map(String.init)
    isLong = words.first == "long" && words.count > 1
    if isLong { words.removeFirst() }
    guard words.count == 1, let word = words.first else {
      throw KeyMapWordError("“\(Quoting.short(text))” is not one key", expected: expected)
    }
    var parts = word.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
    let last = parts.removeLast()
    modifiers = []
    for part in parts {
      let name = KeyModifiers.aliases[part.lowercased()] ?? part.lowercased()
      guard let known = KeyModifiers.names.first(where: { $0.name == name }) else {
        let names = KeyModifiers.names.map(\.name)
        throw KeyMapWordError(
          "“\(Quoting.short(part))” is no modifier", expected: "one of \(names.joined(separator: ", "))",
          hint: Self.hint(NearestWord.find(part, among: names)))
      }
      guard modifiers.insert(known.modifier).inserted else {
        throw KeyMapWordError("“\(Quoting.short(word))” has \(known.name) twice", expected: "each modifier once")
      }
    }
    guard let code = KeyCode(name: last) else {
      throw KeyMapWordError(
        "“\(Quoting.short(last))” is no key", expected: expected,
        hint: Self.hint(NearestWord.find(last, among: KeyCode.allNames)))
    }
    guard KeyModifiers(code) == nil || modifiers.isEmpty && !isLong else {
      throw KeyMapWordError("“\(Quoting.short(last))” is a modifier", expected: "another key after the last +")
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

/// A key or a button, by the kernel's number (`linux/input-event-codes.h`).
public struct KeyCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The kernel's number.
  public var rawValue: UInt32

  /// Takes the kernel's number.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Names that people write beside the kernel's.
  private static let aliases = [
    "escape": "esc", "return": "enter", "pgup": "pageup", "pgdn": "pagedown", "del": "delete", "ins": "insert",
    ".": "dot",
    ",": "comma", "-": "minus", "=": "equal", "/": "slash", ";": "semicolon",
  ]

  /// Reads the kernel's name, with or without `KEY_`, in either case: `pageup`, `b`, `f5`, `1`; of a button the whole, as `btn_left`
  /// (`libevdev_event_code_from_name`).
  public init?(name: String) {
    let lower = name.lowercased()
    let short = lower.hasPrefix("key_") ? String(lower.dropFirst(4)) : lower
    let word = Self.aliases[short] ?? short
    let full = word.hasPrefix("btn_") ? word.uppercased() : "KEY_" + word.uppercased()
    // The last of them is no key, but their number.
    guard !full.utf8.contains(0), full != "KEY_MAX", full != "KEY_CNT" else { return nil }
    let code = unsafe libevdev_event_code_from_name(UInt32(EV_KEY), full)
    guard code >= 0 else { return nil }
    rawValue = UInt32(code)
  }

  /// The name that `init(name:)` reads, or the number of a key without one (`libevdev_event_code_get_name`).
  public var description: String { Self.name(of: rawValue) ?? "key \(rawValue)" }

  /// All names.
  public static var allNames: [String] {
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

/// The modifiers.
public struct KeyModifiers: OptionSet, Hashable, Sendable {
  /// A bit each.
  public var rawValue: UInt8

  /// Takes the bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Either control key.
  public static let control = KeyModifiers(rawValue: 1)
  /// Either alt key.
  public static let alt = KeyModifiers(rawValue: 2)
  /// Either shift key.
  public static let shift = KeyModifiers(rawValue: 4)
  /// Either key with the logo.
  public static let meta = KeyModifiers(rawValue: 8)

  /// Their names in a key map, in the order in which they are written.
  static let names: [(name: String, modifier: KeyModifiers)] = [
    ("ctrl", .control), ("alt", .alt), ("shift", .shift), ("meta", .meta),
  ]

  /// Names that people write beside these.
  static let aliases = [
    "control": "ctrl", "super": "meta", "logo": "meta", "win": "meta", "windows": "meta", "cmd": "meta",
    "option": "alt",
  ]

  /// The modifier of a key; nil for every other key.
  public init?(_ code: KeyCode) {
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
public struct KeyMapWordError: Error, Hashable, Sendable {
  /// The error, as "“paegup” is no key".
  public var problem: String
  /// The expectation.
  public var expected: String
  /// The remedy; empty if it is obvious.
  public var hint: String

  /// Makes a key map word error from its parts.
  public init(_ problem: String, expected: String, hint: String = "") {
    self.problem = problem
    self.expected = expected
    self.hint = hint
  }
}
