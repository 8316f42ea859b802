import Testing

@testable import marquee_keys

/// The syntax of keys.
struct KeyChordTests {
  @Test(
    "keys are named as the kernel does, with modifiers in any order, and for long presses",
    arguments: [
      ("pageup", "pageup"), ("PageUp", "pageup"), ("b", "b"), (".", "dot"), ("1", "1"), ("Escape", "esc"),
      ("ctrl+alt+b", "ctrl+alt+b"), ("alt+ctrl+b", "ctrl+alt+b"), ("long b", "long b"), ("shift+f5", "shift+f5"),
      ("btn_left", "btn_left"), ("leftctrl", "leftctrl"), ("KEY_PAGEUP", "pageup"), ("key_esc", "esc"),
      ("Control+Alt+b", "ctrl+alt+b"), ("super+b", "meta+b"),
    ])
  func known(text: String, name: String) throws {
    #expect(try KeyChord(text).description == name)
    #expect(try KeyChord(name) == KeyChord(text))
  }

  @Test(
    "unknown keys are refused with a similar name",
    arguments: [
      ("pagup", "pageup"), ("crtl+b", "ctrl"), ("ctrl+spce", "space"), ("page up", ""), ("", ""), ("ctrl+", ""),
      ("long", ""), ("ctrl+leftalt", ""), ("long leftctrl", ""), ("max", ""), ("b b b", ""), ("\u{0}", ""),
      ("ctrl+ctrl", ""), ("ctrl+ctrl+b", ""), ("control+alt+CTRL+b", ""),
    ])
  func unknown(text: String, near: String) throws {
    let error = try #require(throws: KeyMapWordError.self) { try KeyChord(text) }
    #expect(!error.problem.isEmpty && !error.expected.isEmpty)
    #expect(near.isEmpty || error.hint.contains("\"\(near)\""), "\(error)")
  }
}
