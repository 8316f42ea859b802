internal import CEvdev

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
