internal import CEvdev

/// The keys that change what another one does.
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

  /// What a key is as a modifier; nil for every other key.
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
