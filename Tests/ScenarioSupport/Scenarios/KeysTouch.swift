internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let touchReachesScenes = Scenario(
    "a pointer on a turned external display reaches the app's application scenes, each in its own coordinates, and keys type there",
    gate: [.virtio]
  ) { bench in
    let scene = try NotesOnDisplay(bench, settings: "rotation: 90", supportsMultipleScenes: true)
    let (input, daemon, notes) = (scene.input, scene.daemon, scene.notes)
    try input.startKeys(
      """
      devices:
        - { kind: pointer, app: notes }
        - { kind: keyboard, app: notes, keys: { a: input notes letter of=alphabet number=1 } }
      layout: de

      """)
    try input.machine.plug(.tablet)
    try input.machine.plug(.keyboard)
    try scene.place(onceKeysSay: "is used", times: 2)
    try daemon.photograph(1, "the window") { $0.uniformColor == NotesOnDisplay.color }

    func received(_ what: String, at place: (x: Double, y: Double), _ do: () throws -> Void) throws -> AppMessage {
      let seen = notes.messages.count
      try `do`()
      return try notes.wait("\(what); marquee-keys says: \(input.keysLog())", from: seen) { message in
        func near(_ name: String, _ wanted: Double) -> Bool {
          guard case .number(let value) = message.values?[name] else { return false }
          return abs(value - wanted) < 0.01
        }
        return message.kind == .input && message.values?["phase"] == .string(what) && near("x", place.x)
          && near("y", place.y)
      }
    }
    // The panel is turned clockwise: a quarter from its left and three quarters from its top is a quarter from both of the picture.
    _ = try received("move", at: (0.25, 0.25)) { try input.machine.point(x: 0.25, y: 0.75) }
    let kernel = try unwrap(bench as? any CardBench, "This bench has no card.")
    let drawn = try bench.poll(within: 10) { try kernel.cursorPlanes().first }
    // The tip of the arrow is at its upper left corner on the upright picture, so it is at the lower left or upper right on the panel.
    try expect(
      drawn.map { abs($0.x - 320) < 64 && abs($0.y - 540) < 64 }, is: true,
      "the pointer at \(String(describing: drawn))")
    let press = try received("press", at: (0.25, 0.25)) { try input.machine.click(true) }
    try expect(press.values?["button"], is: .string("btn_left"), "the button")
    _ = try received("release", at: (0.25, 0.25)) { try input.machine.click(false) }

    // Two windows are side by side: the right half of the picture is the lower half of the panel, from the far side.
    let second = try daemon.client.call(RequestSceneCall(app: "notes")).session
    try notes.wait("the second scene") { $0.session == second && $0.event == "sceneDidBecomeActive" }
    _ = try received("move", at: (0.5, 0.5)) { try input.machine.point(x: 0.5, y: 0.25) }
    let other = try received("press", at: (0.5, 0.5)) { try input.machine.click(true) }
    try expect(other.session, is: second, "the scene that was pressed")
    _ = try received("release", at: (0.5, 0.5)) { try input.machine.click(false) }

    let seen = notes.messages.count
    try input.machine.press("a")
    let letter = try notes.wait("the key", from: seen) { $0.kind == .input && $0.inputKind == "letter" }
    try expect(letter.session, is: second, "the scene that the key is for")
    try expect(letter.values, is: ["of": .string("alphabet"), "number": .integer(1)], "what goes with it")
    try input.machine.press("y")
    let text = try notes.wait("the text", from: seen) { $0.inputKind == "key" && $0.text != nil }
    try expect(text.session, is: second, "the scene that the text is for")
    try expect(text.text, is: "z", "the text of the key in the layout")
  }
}
