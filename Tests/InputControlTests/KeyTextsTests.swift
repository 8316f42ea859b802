import ControlProtocol
import DisplayTypes
import Testing

@testable import marquee_keys

/// From keys to text, in a keyboard layout.
struct KeyTextsTests {
  private let device = InputDeviceID(rawValue: 1)

  private func code(_ name: String) throws -> KeyCode { try #require(KeyCode(name: name)) }

  /// The texts of some keys, each pressed and released. Keys after a + are pressed with those before it.
  private func type(_ keys: String, _ texts: KeyTexts) throws -> [String?] {
    try keys.split(separator: " ").map { chord in
      let codes = try chord.split(separator: "+").map { try code(String($0)) }
      var last: String?
      for code in codes { last = texts.press(code) }
      for code in codes.reversed() { texts.release(code) }
      return last
    }
  }

  @Test("a German keyboard types umlauts, capitals, AltGr and dead accents")
  func german() throws {
    let texts = try #require(KeyTexts(KeyboardLayout(layout: "de")))
    #expect(try type("semicolon apostrophe y leftshift+a", texts) == ["ö", "ä", "z", "A"])
    #expect(try type("rightalt+q rightalt+e", texts) == ["@", "€"])
    // The key right of ß has dead accents: acute, and grave with shift.
    #expect(try type("equal e leftshift+equal a", texts) == [nil, "é", nil, "à"])
    #expect(try type("equal space equal q q", texts) == [nil, "'", nil, nil, "q"])
  }

  @Test("a variant counts: without dead keys the accent is typed at once")
  func variant() throws {
    let texts = try #require(KeyTexts(KeyboardLayout(layout: "de", variant: "nodeadkeys")))
    #expect(try type("equal e", texts) == ["´", "e"])
  }

  @Test("keys of commands have no text, and capitals follow the lock")
  func withoutText() throws {
    let texts = try #require(KeyTexts(KeyboardLayout()))
    #expect(try type("enter backspace delete left home tab esc f5 leftshift", texts).allSatisfy { $0 == nil })
    #expect(try type("leftctrl+c leftalt+c leftmeta+c", texts) == [nil, nil, nil])
    #expect(try type("a capslock a capslock a", texts) == ["a", nil, "A", nil, "a"])
    #expect(KeyTexts(KeyboardLayout(layout: "none-such")) == nil)
  }

  @Test("the keypad types digits from the start, and Num Lock turns them off and on")
  func keypad() throws {
    let texts = try #require(KeyTexts(KeyboardLayout(layout: "de")))
    #expect(try type("kp7 kpdot numlock kp7 numlock kp7", texts) == ["7", ",", nil, nil, nil, "7"])
    let off = try #require(KeyTexts(KeyboardLayout(layout: "de"), numLock: false))
    #expect(try type("kp7 numlock kp7", off) == [nil, nil, "7"])
  }

  @Test("another layout keeps the locks and the held keys")
  func replaced() throws {
    let former = try #require(KeyTexts(KeyboardLayout()))
    _ = try type("capslock numlock", former)
    _ = former.press(try code("rightalt"))
    let texts = try #require(KeyTexts(KeyboardLayout(layout: "de"), replacing: former))
    #expect(try type("q", texts) == ["@"], "AltGr is held")
    texts.release(try code("rightalt"))
    #expect(try type("y leftshift+y kp7 capslock y", texts) == ["Z", "z", nil, nil, "z"])
  }

  @Test("a held lock key does not end its lock, and a changed setting of Num Lock counts")
  func replacedWhileLocking() throws {
    let former = try #require(KeyTexts(KeyboardLayout()))
    _ = former.press(try code("capslock"))
    let texts = try #require(KeyTexts(KeyboardLayout(layout: "de"), numLock: false, replacing: former))
    texts.release(try code("capslock"))
    #expect(try type("y kp7", texts) == ["Z", nil])
  }

  @Test("forty keys a second, pressed before the last is released, lose no character")
  func fast() throws {
    let texts = try #require(KeyTexts(KeyboardLayout()))
    var keys = SceneKeys()
    let letters = ["m", "a", "r", "q", "u", "e", "e2"].map { String($0.prefix(1)) }
    var typed = ""
    var time = MonotonicTime.zero
    var last: KeyCode?
    for letter in letters {
      let next = try code(letter)
      // A key that is typed twice must be released in between.
      if last == next { _ = keys.release(next, of: device, modifiers: [], texts) }
      typed += keys.press(next, of: device, app: "a", modifiers: [], at: time, texts)?.text ?? "?"
      if let last, last != next { #expect(keys.release(last, of: device, modifiers: [], texts)?.phase == .release) }
      last = next
      time = time.advanced(by: 25_000_000)
    }
    #expect(typed == "marquee")
  }

  @Test("a held key repeats after half a second, and another key or its release ends that")
  func repetition() throws {
    let texts = try #require(KeyTexts(KeyboardLayout()))
    var keys = SceneKeys()
    func at(_ milliseconds: UInt64) -> MonotonicTime { MonotonicTime(nanoseconds: milliseconds * 1_000_000) }
    let (a, b) = (try code("a"), try code("backspace"))
    #expect(keys.press(a, of: device, app: "notes", modifiers: [], at: at(0), texts)?.text == "a")
    #expect(keys.press(a, of: device, app: "notes", modifiers: [], at: at(10), texts) == nil, "the kernel's repetition")
    #expect(keys.tick(at(499)) == nil)
    #expect(keys.tick(at(500))?.key == SceneKey(code: a, phase: .repeat, modifiers: [], text: "a"))
    #expect(keys.deadline == at(540))
    _ = keys.press(b, of: device, app: "notes", modifiers: [], at: at(510), texts)
    #expect(keys.tick(at(1010))?.key == SceneKey(code: b, phase: .repeat, modifiers: []))
    #expect(keys.release(b, of: device, modifiers: [], texts)?.phase == .release)
    #expect(keys.deadline == nil)
    #expect(keys.release(b, of: device, modifiers: [], texts) == nil, "no release without a press")
    _ = keys.press(try code("leftshift"), of: device, app: "notes", modifiers: .shift, at: at(2000), texts)
    #expect(keys.deadline == nil, "modifiers do not repeat")
  }

  @Test("the held keys of a device that is gone are released, and none of them repeats")
  func gone() throws {
    let texts = try #require(KeyTexts(KeyboardLayout(layout: "us")))
    var keys = SceneKeys()
    _ = keys.press(try code("leftshift"), of: device, app: "notes", modifiers: [], at: .zero, texts)
    _ = keys.press(try code("a"), of: device, app: "notes", modifiers: .shift, at: .zero, texts)
    let releases = keys.remove(device, modifiers: [], texts)
    #expect(releases.map(\.phase) == [.release, .release])
    #expect(keys.deadline == nil)
    #expect(keys.press(try code("a"), of: device, app: "notes", modifiers: [], at: .zero, texts)?.text == "a")
  }

  @Test("a key has its name, its phase and the held modifiers")
  func values() throws {
    let key = SceneKey(code: try code("semicolon"), phase: .press, modifiers: [.shift, .control], text: nil)
    #expect(
      key.values == [
        "key": .string("semicolon"), "phase": .string("press"),
        "modifiers": .array([.string("ctrl"), .string("shift")]),
      ])
  }

  @Test("the layout of the machine is read from the file of keyboard-configuration")
  func systemFile() {
    let layout = KeyboardLayout(
      file: "# a comment\nXKBMODEL=\"pc105\"\nXKBLAYOUT=\"ch\"\nXKBVARIANT='fr'\nXKBOPTIONS=\"\"\nBACKSPACE=guess\n")
    #expect(layout.layout == "ch" && layout.variant == "fr" && layout.model == "pc105" && layout.options.isEmpty)
    #expect(KeyboardLayout(file: "XKBLAYOUT=\n").layout == "us")
  }
}
