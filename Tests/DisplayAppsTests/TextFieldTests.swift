import Configuration
import ControlProtocol
import DisplayTypes
import Testing

@testable import ContentModel
@testable import DisplayApps

/// The edits of a line of text by keys.
struct TextFieldTests {
  /// The text with `|` at the caret.
  private func shown(_ field: TextField) -> String { "\(field.beforeCaret)|\(field.afterCaret)" }

  /// Types a text, and then presses keys; a key of one character types it.
  private func edited(_ text: String, _ keys: String...) -> String {
    var field = TextField(text)
    for key in keys { field.take(key: key, text: key.count == 1 ? key : nil) }
    return shown(field)
  }

  @Test("each key edits the text at the caret")
  func keys() {
    #expect(edited("", "H", "i") == "Hi|")
    #expect(edited("Hi", "left", "a") == "Ha|i")
    #expect(edited("Hi", "backspace") == "H|")
    #expect(edited("Hi", "left", "backspace") == "|i")
    #expect(edited("Hi", "home", "delete") == "|i")
    #expect(edited("Hi", "home", "right", "x") == "Hx|i")
    #expect(edited("Hi", "home", "O", "end", "!") == "OHi!|")
    #expect(edited("Hi", "up", "a", "down", "b") == "aHib|")
  }

  @Test("at the edges of the text, keys change nothing")
  func edges() {
    #expect(edited("", "backspace", "delete", "left", "right", "home", "end") == "|")
    #expect(edited("a", "right", "delete") == "a|")
    #expect(edited("a", "left", "left", "backspace") == "|a")
  }

  @Test("the caret moves by whole characters")
  func characters() {
    #expect(edited("e\u{301}👩‍🚀", "left") == "e\u{301}|👩‍🚀")
    #expect(edited("e\u{301}👩‍🚀", "backspace", "backspace") == "|")
    #expect(edited("e\u{301}👩‍🚀", "home", "delete") == "|👩‍🚀")
  }

  @Test("enter submits and keeps the text; keys without a text are ignored")
  func results() {
    var field = TextField("Hi")
    #expect(field.take(key: "enter", text: nil) == .submitted)
    #expect(field.take(key: "kpenter", text: nil) == .submitted)
    #expect(field.take(key: "leftshift", text: nil) == .ignored)
    #expect(field.take(key: "semicolon", text: "ö") == .edited)
    #expect(field.text == "Hiö")
  }

  @Test("the text stays one line of a limited length")
  func limits() {
    var field = TextField("a\nb\r\u{2028}c\t\u{7f}")
    #expect(field.text == "abc")
    #expect(field.take(key: "tab", text: "\t") == .ignored)
    field = TextField(String(repeating: "x", count: TextField.capacity - 1))
    #expect(field.take(key: "semicolon", text: "ö") == .ignored)
    #expect(field.take(key: "o", text: "o") == .edited)
    #expect(field.text.utf8.count == TextField.capacity)
    #expect(field.take(key: "o", text: "o") == .ignored)
  }

  @Test("the daemon reads the field as a banner, also if the text has the characters of markup")
  func content() throws {
    var field = TextField("a<b>&c")
    field.take(key: "left", text: nil)
    guard case .banner(let banner) = try ContentDescription(field.info, now: WallTime(seconds: 1_800_000_000)) else {
      Issue.record("it is no banner")
      return
    }
    #expect(banner.usesMarkup)
    #expect(banner.text == "a&lt;b&gt;&amp;<span foreground=\"#2060c0\">|</span>c")
  }
}
