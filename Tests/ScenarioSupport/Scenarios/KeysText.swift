internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let keyboardTypesText = Scenario(
    "a real keyboard types text of its layout into a scene, and a reload of the key map keeps held keys and locks",
    long: [.virtio]
  ) { bench in
    let scene = try NotesOnDisplay(bench, settings: "rotation: 0")
    let (input, notes) = (scene.input, scene.notes)
    let keyboard = "devices: [{ kind: keyboard, app: notes, keys: { f1: input notes page by=1 } }]\n"
    try input.startKeys(keyboard + "layout: de\n")
    try input.machine.plug(.keyboard)
    try scene.place(onceKeysSay: "is used (keyboard)")
    try notes.wait("the scene") { $0.event == "sceneDidBecomeActive" }
    var seen = notes.messages.count

    /// Waits until the keys since the last call have typed a text and the last key is released. Returns their messages.
    func expectText(_ text: String, lastKey: String, _ what: String) throws {
      var typed = ""
      func isRelease(_ message: AppMessage) -> Bool {
        message.inputKind == "key" && message.values?["key"] == .string(lastKey)
          && message.values?["phase"] == .string("release")
      }
      try notes.wait("\(lastKey) \(what); marquee-keys says: \(input.keysLog())", from: seen, until: isRelease)
      for message in notes.messages.dropFirst(seen) where message.values?["phase"] == .string("press") {
        typed += message.text ?? ""
      }
      seen = notes.messages.count
      try expect(typed, is: text, "the text \(what)")
    }
    let machine = input.machine
    try machine.press("y")
    try expectText("z", lastKey: "y", "of a German keyboard")
    try machine.press("shift", "z")
    try expectText("Y", lastKey: "leftshift", "with Shift")
    try machine.press("equal")
    try machine.press("e")
    try expectText("é", lastKey: "e", "after a dead key")
    try machine.press("alt_r", "q")
    try expectText("@", lastKey: "rightalt", "with AltGr")
    try machine.press("kp_7")
    try expectText("7", lastKey: "kp7", "of the keypad")
    try machine.press("ctrl", "a")
    try expectText("", lastKey: "leftctrl", "with Ctrl")

    // A command of the device goes to the scene as the map says, and types nothing.
    try machine.press("f1")
    let page = try notes.wait("the command", from: seen) { $0.inputKind == "page" }
    try expect(page.values, is: ["by": .integer(1)], "the values of the command")
    try machine.press("b")
    try expectText("b", lastKey: "b", "after a command")

    // A held key repeats its text.
    try machine.hold("a", true)
    try notes.wait("a repetition", from: seen) { $0.values?["phase"] == .string("repeat") && $0.text == "a" }
    try machine.hold("a", false)
    try expectText("a", lastKey: "a", "of a held key")

    // Caps Lock and a held AltGr stay when another layout comes.
    try machine.press("caps_lock")
    try machine.hold("alt_r", true)
    try input.reloadKeys(keyboard + "layout: us\nvariant: intl\n")
    try input.waitForKeys(toSay: "The key map was read again")
    try machine.press("q")
    try expectText("Ä", lastKey: "q", "with AltGr that was held during the reload")
    try machine.hold("alt_r", false)
    try machine.press("y")
    try expectText("Y", lastKey: "y", "with Caps Lock from before the reload")
  }
}
