import Configuration
import ContentModel
import ControlProtocol
import DisplayTypes
import Foundation
import Testing

@testable import marquee_keys

/// The key map file.
struct InputSettingsTests {
  private func parse(_ text: String) throws -> InputSettings {
    try InputSettings.parse(Array(text.utf8), file: "keys.yaml")
  }

  private func words(_ settings: InputSettings, _ key: String) throws -> String? {
    settings.keys[try KeyChord(key)]?.text
  }

  @Test("the built-in map has the keys of clickers, without F5 and Escape")
  func builtIn() throws {
    let settings = InputSettings.builtIn
    #expect(try words(settings, "pagedown") == "next")
    #expect(try words(settings, "space") == "next")
    #expect(try words(settings, "pageup") == "previous")
    #expect(try words(settings, ".") == "black")
    #expect(try words(settings, "b") == "black")
    #expect(try words(settings, "f5") == nil)
    #expect(try words(settings, "esc") == nil)
    #expect(try words(settings, "ctrl+b") == nil)
    #expect(settings.devices.allSatisfy { !$0.grabs && $0.app == nil })
  }

  @Test("a key map may name the layout and variant of keyboards that type into scenes")
  func layout() throws {
    let settings = try parse("devices: [{ kind: keyboard, app: notes }]\nlayout: de\nvariant: nodeadkeys\n")
    #expect(settings.layout == KeyboardLayout(layout: "de", variant: "nodeadkeys"))
    #expect(settings.typesIntoScenes && settings.apps == ["notes"])
    #expect(try parse("devices: [{ kind: keyboard }]\n").typesIntoScenes == false)
    #expect(settings.numLock)
    #expect(try parse("numlock: false\n").numLock == false)
    for (text, key) in [
      ("layout: germanic\n", "layout"), ("layout: de\nvariant: none\n", "layout"), ("variant: x\n", "variant"),
    ] {
      let errors = #expect(throws: ConfigurationErrors.self) { try parse(text) }
      #expect(errors?.errors.map(\.keyPath) == [key])
    }
  }

  @Test(
    "without a file clickers, pedals and keypads are read, and a keyboard is not until it is named"
  )
  func builtInDevices() throws {
    let keyboard = DeviceTraits(name: "AT Translated Set 2 keyboard", keys: DeviceTraits.letters)
    let heard = [
      DeviceTraits(name: "Logitech USB Receiver", keys: DeviceTraits.pages),
      DeviceTraits(name: "Logitech R400", keys: DeviceTraits.letters.union(DeviceTraits.pages)),
      DeviceTraits(name: "PCsensor FootSwitch Keyboard", keys: DeviceTraits.letters),
      DeviceTraits(name: "Numpad", keys: DeviceTraits.digits),
    ]
    for settings in [InputSettings.builtIn, try parse("keys: { t: next }\n")] {
      #expect(heard.allSatisfy { settings.rule(for: $0) != nil })
      #expect(settings.rule(for: keyboard) == nil)
      #expect(settings.rule(for: DeviceTraits(name: "Panel", hasTouch: true)) == nil)
    }
    for text in ["devices: [{ kind: keyboard }]\n", "devices: [{ name: \"AT *\" }]\n"] {
      #expect(try parse(text).rule(for: keyboard) != nil)
    }
  }

  @Test("a file adds devices and keys to the built-in map")
  func everything() throws {
    let settings = try parse(
      """
      devices:
        - { name: "Logitech R*", grab: true, keys: { b: white, tab: identify } }
        - { kind: keyboard, ignore: true }
        - { kind: touch, app: notes, screen: HDMI-A-1 }
      keys:
        right: { command: next, repeat: true }
        b: nothing
        ctrl+alt+b: blank HDMI-A-1 toggle
        long f: freeze on
        1: goto 1
      """)
    #expect(settings.devices.count == 3)
    let clicker = DeviceTraits(name: "logitech r400", keys: DeviceTraits.letters)
    let keyboard = DeviceTraits(name: "AT keyboard", keys: DeviceTraits.letters)
    #expect(settings.rule(for: clicker)?.grabs == true)
    #expect(settings.rule(for: keyboard) == nil)
    #expect(settings.rule(for: DeviceTraits(name: "Mouse", hasPointer: true)) == nil)
    #expect(settings.rule(for: DeviceTraits(name: "Panel", hasTouch: true))?.screen == "HDMI-A-1")
    #expect(settings.apps == ["notes"])
    #expect(settings.keys[try KeyChord("right")]?.repeats == true)
    #expect(try words(settings, "b") == nil)
    #expect(try words(settings, "w") == "white")
    #expect(try words(settings, "1") == "goto 1")
    #expect(try words(settings, "long f") == "freeze on")
    let own = try #require(settings.rule(for: clicker)).keys.over(settings.keys)
    #expect(own[try KeyChord("b")]?.text == "white")
    #expect(own[try KeyChord("pagedown")]?.text == "next")
  }

  @Test("without defaults only the file's keys do something")
  func withoutDefaults() throws {
    #expect(try parse("defaults: false\nkeys: { f1: next }\n").keys.bindings.count == 1)
  }

  @Test("a directory instead of the file is reported with the file's own name")
  func directory() throws {
    let folder = FileManager.default.temporaryDirectory.path
    let error = try #require(throws: ConfigurationFileError.self) { try InputSettings.load(folder) }
    #expect(error.description.hasSuffix("is a directory; expected a file, as \(folder)/keys.yaml"))
  }

  @Test(
    "errors are reported with file, line, key, and expected value",
    arguments: [
      ("", "keys.yaml:1:1: the file is empty"),
      ("# nothing but this\n", "keys.yaml:1:1: the file is empty"),
      ("next", "keys.yaml:1:1: is \"next\""),
      (
        "key:\n  b: next\n",
        "keys.yaml:1:1: key: unknown key \"key\"; expected one of devices, keys, defaults, layout, variant, numlock; did you mean \"keys\"?"
      ),
      ("keys:\n  b: next\n  pagup: next\n", "keys.yaml:3:3: keys.pagup: \"pagup\" is no key; expected a key as pageup"),
      ("keys:\n  pagup: next\n", "did you mean \"pageup\"?"),
      ("keys:\n  b: blakc\n", "keys.yaml:2:6: keys.b: \"blakc\" is no command"),
      ("keys:\n  b: blakc\n", "did you mean \"black\"?"),
      ("keys:\n  b: next\n  b: previous\n", "is given twice, in line 2 and in line 3"),
      (
        "keys:\n  ctrl+alt+b: next\n  alt+ctrl+b: next\n",
        "keys.yaml:3:3: keys.alt+ctrl+b: the key ctrl+alt+b is given twice, in line 2 and in line 3"
      ),
      ("keys:\n  b:\n", "keys.yaml:2:3: keys.b: is nothing"),
      ("keys: [b]\n", "keys.yaml:1:7: keys: is a list"),
      ("keys:\n  b: { repeat: true }\n", "has no command for the key"),
      ("keys:\n  b: { command: next, repeats: true }\n", "did you mean \"repeat\"?"),
      ("keys:\n  b: { command: next, repeat: often }\n", "is not a yes or no"),
      ("keys:\n  b: { command: [next] }\n", "command is a list"),
      ("keys:\n  long b: { command: next, repeat: true }\n", "a long press cannot repeat"),
      (
        "keys:\n  b: { command: next, repeat: true }\n  long b: black\n",
        "keys.yaml:2:3: keys.b: a key with a long press cannot repeat"
      ),
      ("devices: clicker\n", "keys.yaml:1:10: devices: is \"clicker\", not a list"),
      ("devices:\n  - kind: cliker\n", "did you mean \"clicker\"?"),
      ("devices:\n  - grab: true\n", "keys.yaml:2:5: devices[0]: names no device"),
      ("devices:\n  - { kind: touch, screen: DP-1 }\n", "a screen without an app"),
      ("devices:\n  - { kind: touch, ap: notes }\n", "did you mean \"app\"?"),
      ("devices: []\n", "keys.yaml:1:10: devices: names no device, so none would be used"),
      ("devices:\n", "keys.yaml:1:1: devices: has no value"),
      ("devices:\n  - { kind: touch, name: \"\" }\n", "keys.yaml:2:26: devices[0].name: is empty"),
      ("devices:\n  - name: \" \"\n", "keys.yaml:2:11: devices[0].name: is empty"),
      ("devices:\n  - { kind: touch, app: \"\" }\n", "devices[0].app: is empty"),
      ("devices:\n  - { kind: touch, app: a, screen: \"\" }\n", "devices[0].screen: is empty"),
      ("keys:\n  ctrl+ctrl: next\n", "keys.yaml:2:3: keys.ctrl+ctrl: \"ctrl\" is no key"),
      ("keys:\n  ctrl+control+b: next\n", "keys.yaml:2:3: keys.ctrl+control+b: \"ctrl+control+b\" has ctrl twice"),
      ("defaults: perhaps\n", "keys.yaml:1:11: defaults: \"perhaps\" is not a yes or no"),
      ("keys:\n\tb: next\n", "YAML takes no tabs"),
      ("keys: { b: next\n", "keys.yaml:2:1: not valid YAML"),
      ("keys: &a { b: *a }\n", "is not supported"),
      ("\u{1}", "keys.yaml:1:"),
    ])
  func wrong(text: String, message: String) throws {
    let errors = try #require(throws: ConfigurationErrors.self) { try parse(text) }
    #expect(errors.description.contains(message), "\(errors.description)")
  }

  @Test("all errors are reported at once")
  func everythingWrong() throws {
    let errors = try #require(throws: ConfigurationErrors.self) {
      try parse("keys:\n  pagup: next\n  b: blakc\ndevices:\n  - kind: cliker\n")
    }
    #expect(errors.errors.count == 3)
    #expect(errors.errors.map(\.location.line) == [2, 3, 5])
  }

  @Test("the sample of the documentation has no error, and every key")
  func sample() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
    let settings = try InputSettings.load(root.appending(path: "docs/keys.yaml").path)
    #expect(Set(settings.devices.compactMap(\.kind)) == Set(DeviceKind.allCases))
    #expect(settings.apps == ["notes"])
    #expect(try words(settings, "long b") == "white")
  }
}
