internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  /// The pictures of Examples/lobby: the time on the first colour, or the typed text on the second.
  private static let clock = RGB(0x20, 0x40, 0x60)
  private static let banner = RGB(0x80, 0x20, 0x60)

  static let declaredScenes = Scenario(
    "an app in Swift that declares its scenes: each display gets its own, and a change of the store is one call",
    gate: [.simulated]
  ) { bench in
    let daemon = try bench.start(DaemonSetup())
    try bench.plug(1, TestDisplay(1280, 720))
    try daemon.wait(1, .presented)
    let app = try ExampleApp(bench, "lobby")
    try daemon.photograph(1, "the time") { $0.looksLike(text: clock) }
    try bench.plug(2, TestDisplay(1024, 768))
    try daemon.photograph(2, "the time, on a display that comes later") { $0.looksLike(text: clock) }

    try app.type("Good morning")
    for display in [1, 2] { try daemon.photograph(display, "a line") { $0.looksLike(text: banner) } }

    // The same line again is no change. The next line changes both displays with one call.
    let old = try [1, 2].map { try bench.photograph($0) }
    let before = try daemon.status().counters.requests
    try app.type("Good morning", "Good night")
    var asked: UInt64 = 0
    for display in [1, 2] {
      let changed = try bench.poll(within: 10) { () throws -> Bool? in
        asked += 1
        return try bench.photograph(display) != old[display - 1] ? true : nil
      }
      try expect(changed == true, "display \(display) shows the next line")
    }
    // The other call is the status request itself.
    try expect(daemon.status().counters.requests - before, is: asked + 1 + 1, "calls, one of them the app's")

    try bench.unplug(1)
    let isGone = try bench.poll(within: 10) { () throws -> Bool? in
      let states = try daemon.client.call(SessionsCall(app: "lobby")).sessions.map(\.state)
      return Set(states) == [.unattached, .foregroundActive] ? true : nil
    }
    try expect(isGone == true, "the display takes its scene with it")
    try app.type("Nobody sees this at first")
    try daemon.photograph(2, "a line") { $0 != old[1] && $0.looksLike(text: banner) }
    try bench.plug(1, TestDisplay(1280, 720))
    try daemon.wait(1, .presented)
    let returned = try bench.photograph(1)
    try expect(returned != old[0] && returned.looksLike(text: banner), "the first frame has what was typed meanwhile")
    try expect(app.output, is: "", "what it complains of")
  }

  static let declaredScenesOfScreens = Scenario(
    "an app in Swift that declares its scenes: each display has its own scene, and a refused change delays no other",
    gate: [.simulated]
  ) { bench in
    let daemon = try bench.start(
      DaemonSetup(
        """
        apps:
          house:
            fallback: true
            scenes:
              externalDisplayNonInteractive:
                - content: { color: "#808080" }
        """))
    for display in [1, 2, 3] { try bench.plug(display, TestDisplay(1280, 720, serial: "\(display)")) }
    for display in [1, 2, 3] { try daemon.wait(display, .presented) }
    let app = try ExampleApp(bench, "stage-app")
    // A display without a picture of the app shows the fallback app.
    func expectPictures(_ colors: RGB...) throws {
      for (index, color) in colors.enumerated() {
        try daemon.photograph(index + 1, "\(color)") { $0.uniformColor == color }
      }
    }
    let grey = RGB(0x80, 0x80, 0x80)
    try expectPictures(clock, grey, grey)

    func picture(_ color: String) throws -> String {
      let shape = "<rect width='8' height='6' fill='#\(color)'/>"
      return try bench.write(
        "<svg xmlns='http://www.w3.org/2000/svg' width='8' height='6'>\(shape)</svg>", name: "\(color).svg")
    }
    try app.type("#a04000 \(picture("00c000"))")
    try expectPictures(RGB(0xa0, 0x40, 0x00), grey, RGB(0x00, 0xc0, 0x00))
    try expect(daemon.screen(3)?.currentMode?.name.hasPrefix("800x600") == true, "the mode that its scene wishes for")

    // If the picture file is missing, the earlier picture stays.
    try app.type("#0000c0 /nowhere/missing.png")
    try expectPictures(RGB(0x00, 0x00, 0xc0), grey, RGB(0x00, 0xc0, 0x00))
    try expect(app.output, is: "", "what it complains of")

    // The daemon applies nothing of this transaction. Then each display's change is sent separately.
    try app.type("no-colour \(picture("c0c000"))")
    try expectPictures(RGB(0x00, 0x00, 0xc0), grey, RGB(0xc0, 0xc0, 0x00))
    try app.wait(for: "no-colour")
    try app.type("#c000c0")
    try expectPictures(RGB(0xc0, 0x00, 0xc0), grey, grey)

    app.kill()
    try expectPictures(grey, grey, grey)
  }

  static let declaredScenesReturn = Scenario(
    "an app in Swift that declares its scenes returns to a restarted daemon, and prints errors",
    gate: [.simulated]
  ) { bench in
    var daemon = try bench.start(DaemonSetup())
    try bench.plug(1, TestDisplay(1280, 720))
    try daemon.wait(1, .presented)
    let app = try ExampleApp(bench, "lobby")
    try app.type("Hello")
    let first = try daemon.photograph(1, "a line") { $0.looksLike(text: banner) }

    // Its name is taken while it runs.
    let second = try ExampleApp(bench, "lobby")
    try expect(second.status(), is: 1, "the status of the second one: \(second.output)")
    try expect(second.output.contains("lobby: The name \"lobby\" is taken"), "it says why: \(second.output)")

    // A refusal of the daemon is printed, and the picture stays.
    try app.type(String(repeating: "x", count: 20_000))
    try app.wait(for: "lobby: The text is 20000 bytes long")
    try expect(bench.photograph(1) == first, "the picture stays")
    try app.type("Shorter")
    let shorter = try daemon.photograph(1, "the next line") { $0 != first && $0.looksLike(text: banner) }

    try expect(bench.end(by: "KILL", within: 5), is: 137, "the status after SIGKILL")
    try app.wait(for: "Waiting for it.")
    // No daemon runs that could receive the change.
    try app.type("Typed meanwhile")
    daemon = try bench.start(DaemonSetup())
    let meanwhile = try daemon.photograph(1, "what was typed meanwhile", within: 20) {
      $0 != shorter && $0.looksLike(text: banner)
    }
    try app.type("Typed afterwards")
    try daemon.photograph(1, "what was typed afterwards") { $0 != meanwhile && $0.looksLike(text: banner) }
    try expect(app.isRunning, "it goes on: \(app.output)")

    _ = try bench.end(by: "TERM", within: 30)
    let alone = try ExampleApp(bench, "lobby")
    try expect(alone.status(), is: 3, "the status without a daemon: \(alone.output)")
    try expect(alone.output.contains("lobby: No marqueed is running"), "it says why: \(alone.output)")
    withExtendedLifetime(app) {}
  }
}

extension Photograph {
  /// Whether the picture is mostly one colour, with a few other pixels.
  fileprivate func looksLike(text color: RGB) -> Bool {
    uniformColor == nil && (histogram[color] ?? 0) > width * height / 4
  }
}
