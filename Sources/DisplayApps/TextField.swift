public import ControlProtocol

/// A single line of text that a person edits with keys: a value for the store of an app, and the content that shows it with its caret.
///
/// ```swift
/// MainWindow { store.field }.onInput { input in
///   guard case .key(let name, let text) = input else { return }
///   if store.field.take(key: name, text: text) == .submitted { store.message = store.field.text }
/// }
/// ```
public struct TextField: Hashable, Sendable, SceneContent {
  /// The result of a key.
  public enum KeyResult: Hashable, Sendable {
    /// The text or the place of the caret may be another.
    case edited
    /// Enter: the user has finished.
    case submitted
    /// The key has no meaning in a field.
    case ignored
  }

  /// The maximum length of the text, in bytes of UTF-8. Keys that would exceed it are ignored.
  public static let capacity = 2000

  /// The text before the caret.
  public private(set) var beforeCaret: String
  /// The text after the caret.
  public private(set) var afterCaret = ""
  /// The colour of the text, as `#rrggbb`.
  public var foreground = "#000000"
  /// The colour of the field, as `#rrggbb`.
  public var background = "#ffffff"
  /// The colour of the caret, as `#rrggbb`.
  public var caretColor = "#2060c0"

  /// The whole text.
  public var text: String { beforeCaret + afterCaret }

  /// Makes a field with the caret at the end of a text.
  public init(_ text: String = "") {
    beforeCaret = ""
    insert(text)
  }

  /// Edits the text by a key.
  ///
  /// Backspace, delete, left, right, home, end and enter count by their names. Up is like home, and down like end. Any other key inserts
  /// the text that it types. The caret moves by whole characters, as people see them.
  ///
  /// - Parameters:
  ///   - key: The kernel's name of the key, such as `backspace`.
  ///   - typed: The text that the key types; nil if it types nothing.
  @discardableResult
  public mutating func take(key: String, text typed: String?) -> KeyResult {
    switch key {
    case "backspace":
      _ = beforeCaret.popLast()
    case "delete":
      if !afterCaret.isEmpty { afterCaret.removeFirst() }
    case "left":
      if let last = beforeCaret.popLast() { afterCaret.insert(last, at: afterCaret.startIndex) }
    case "right":
      if !afterCaret.isEmpty { beforeCaret.append(afterCaret.removeFirst()) }
    case "home", "up": (beforeCaret, afterCaret) = ("", text)
    case "end", "down": (beforeCaret, afterCaret) = (text, "")
    case "enter", "kpenter": return .submitted
    default:
      guard let typed, insert(typed) else { return .ignored }
    }
    return .edited
  }

  /// Inserts a text at the caret, without line breaks and control characters; false if nothing is left, or if it is too long.
  @discardableResult
  private mutating func insert(_ inserted: String) -> Bool {
    let line = inserted.unicodeScalars.filter { scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: false
      default: true
      }
    }
    let text = String(String.UnicodeScalarView(line))
    let room = Self.capacity - beforeCaret.utf8.count - afterCaret.utf8.count
    guard !text.isEmpty, text.utf8.count <= room else { return false }
    beforeCaret += text
    return true
  }

  /// The text and the caret as a banner with markup.
  public var info: ContentInfo {
    let caret = "<span foreground=\"\(caretColor)\">|</span>"
    let markup = Self.escaped(beforeCaret) + caret + Self.escaped(afterCaret)
    return Banner(markup, foreground: foreground, background: background, alignment: "start", markup: true).info
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      default: escaped.unicodeScalars.append(character)
      }
    }
    return escaped
  }
}
