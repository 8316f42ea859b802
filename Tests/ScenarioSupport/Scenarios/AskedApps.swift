internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let askedOnceOneModeset = Scenario(
    "an app is asked once for each plug, before the modeset, and its choice of a mode costs one modeset",
    gate: [.simulated], long: [.virtio]
  ) { bench in
    let daemon = try bench.start(.lobby())
    let slides = try AppPlayer(bench, "slides", "#a04000")
    _ = try daemon.client.call(SetForegroundCall(app: "slides"))
    let events = try daemon.events()
    let modesets = try bench.countModesets {
      try bench.plug(1, TestDisplay(1280, 720))
      let question = try slides.wait("a question", within: 20) { $0.kind == .question }
      let screen = try unwrap(question.screen, "no screen")
      try expect(screen.currentMode == nil, "no mode is set while it is asked: \(screen.currentMode?.name ?? "")")
      try expect(question.role, is: "externalDisplayNonInteractive", "the role")
      try expect(question.configuration, is: "main", "the default")
      let small = try unwrap(
        screen.availableModes.first { $0.width < 1280 && $0.height >= 480 }, "the display has one mode only")
      let made = SceneConfigurationInfo(name: "small", content: .color("#00a040"), modes: [small.name])
      try slides.connection.answer(unwrap(question.question, "no number"), configuration: made)
      try daemon.wait(1, .mode(small.name), within: 20)
      try daemon.photograph(1, "what it answered") { $0.width == small.width && $0.uniformColor == RGB(0, 0xa0, 0x40) }
    }
    try expect(modesets, is: 1, "modesets of the plug")
    try slides.wait(for: .sceneDidBecomeActive)
    try expect(slides.messages.count { $0.kind == .question }, is: 1, "questions")
    try expect(events.all(.appDidNotAnswer).count, is: 0, "events of a missing answer")
    let session = try daemon.client.call(SessionsCall(app: "slides")).sessions.first
    try expect(session?.configuration, is: "small", "the session's configuration")
    try expectNoSuchQuestion(slides, 1)
  }

  private static func expectNoSuchQuestion(_ app: AppPlayer, _ question: Int) throws {
    do {
      try app.connection.answer(question)
      throw ScenarioFailure("An answer to a question that is not open was taken.")
    } catch ClientError.failed(.noSuchQuestion(let number)) {
      try expect(number, is: question, "the question of the error")
    }
  }

  static let neverAnswers = Scenario(
    "an app that never answers gets its default after half a second, with an event, and delays no other screen",
    gate: [.simulated], long: [.virtio]
  ) { bench in
    let daemon = try bench.start(.lobby("screens: [{ match: { connector: \(bench.connector(1)) }, apps: [slides] }]"))
    let slides = try AppPlayer(bench, "slides", "#a04000")
    let events = try daemon.events()
    try bench.plug(1, TestDisplay(1280, 720))
    let question = try slides.wait("a question", within: 20) { $0.kind == .question }
    try bench.plug(2, TestDisplay(1024, 768))
    try daemon.wait(2, .presented, within: 20)
    let event = try events.wait("appDidNotAnswer") { $0.event == .appDidNotAnswer }
    try expect(event.app, is: "slides", "the app of the event")
    try expect(event.screen, is: bench.connector(1), "the screen of the event")
    try daemon.wait(1, .presented, within: 20)
    try daemon.photograph(1, "the default") { $0.uniformColor == .slides }
    for display in [1, 2] { try expect(daemon.explain(display).modesets, is: 1, "modesets on display \(display)") }
    try expectNoSuchQuestion(slides, unwrap(question.question, "no number"))
    // An emulated machine is too slow for this half second.
    if !bench.kind.isReal { try expectOthersGoOn(daemon, slides) }
  }

  /// Display 2 shows another content while the question about display 1 is open. An answer after that proves it.
  ///
  /// If the host is too busy for half a second, it tries once more.
  private static func expectOthersGoOn(_ daemon: DaemonHandle, _ slides: AppPlayer) throws {
    let bench = daemon.bench
    let colors = ["#203040", "#304050", "#405060", "#506070"]
    let isAnswered = try colors.enumerated().contains { number, color in
      try bench.unplug(1)
      try daemon.wait(1, .disconnected)
      let start = slides.messages.count
      try bench.plug(1, number.isMultiple(of: 2) ? TestDisplay(800, 600) : TestDisplay(1024, 768))
      let question = try slides.wait("a question", from: start, within: 20) { $0.kind == .question }
      try daemon.show(2, .color(color))
      do {
        try slides.connection.answer(unwrap(question.question, "no number"))
        return true
      } catch ClientError.failed(.noSuchQuestion) {
        return false
      }
    }
    try expect(isAnswered, "display 2 shows something else while display 1 waits for an answer")
  }
}

extension Scenario {
  static let inputReachesItsApp = Scenario(
    "inputs in an application scene reach the app that registered it",
    gate: [.simulated]
  ) { bench in
    let panel = bench.connector(2)
    let daemon = try bench.start(.lobby("screens: [{ match: { connector: \(panel) }, use: main }]"))
    try bench.plug(2, TestDisplay(1280, 720))
    let notes = try AppPlayer(
      bench,
      RegisterAppCall(
        name: "notes", scenes: ["application": [SceneConfigurationInfo(content: .color("#a04000"))]],
        supportsMultipleScenes: true))
    _ = try daemon.client.call(SetForegroundCall(app: "notes"))
    try daemon.photograph(2, "the window") { $0.uniformColor == .slides }
    let owner = try InputOwnership(app: "notes", stream: bench.connect())
    let session = try daemon.client.call(RequestSceneCall(app: "notes")).session
    try notes.wait("the second scene") { $0.session == session && $0.event == "sceneDidBecomeActive" }
    let values: [String: JSONValue] = ["key": .string("semicolon"), "phase": .string("press")]
    _ = try daemon.client.call(SendInputCall(session: session, kind: "key", values: values, text: "ö"))
    let input = try notes.wait("input") { $0.kind == .input }
    try expect(input.session, is: session, "the session")
    try expect(input.inputKind, is: "key", "the kind")
    try expect(input.values, is: values, "what goes with it")
    try expect(input.text, is: "ö", "the text of the key")

    try bench.unplug(2)
    try daemon.wait(2, .disconnected)
    let unseen = try daemon.client.call(RequestSceneCall(app: "notes"))
    let note = unseen.note ?? "nothing"
    try expect(
      unseen.presented.isEmpty && note.contains("no display for application scenes of notes"), "the reason is \(note)")
    withExtendedLifetime(owner) {}
  }
}

extension Scenario {
  static let requestedScene = Scenario(
    "a request for a scene reaches the app's question with its activity, configuration and app, and the answer sets values and window",
    gate: [.simulated]
  ) { bench in
    let panel = bench.connector(2)
    let daemon = try bench.start(.lobby("screens: [{ match: { connector: \(panel) }, use: main }]"))
    try bench.plug(2, TestDisplay(1280, 720))
    let notes = try AppPlayer(
      bench,
      RegisterAppCall(
        name: "notes",
        scenes: [
          "application": [
            SceneConfigurationInfo(name: "list", content: .color("#a04000")),
            SceneConfigurationInfo(name: "note", content: .color("#204060")),
          ]
        ], supportsMultipleScenes: true))
    _ = try daemon.client.call(SetForegroundCall(app: "notes", noWait: true))
    let first = try notes.answer()
    try expect(first.role, is: "application", "the role of the first scene")
    try expect(first.configuration, is: "list", "its configuration")
    try expect(first.sourceApp == nil && first.requestedConfiguration == nil, "nobody has requested it")
    try daemon.photograph(2, "the list") { $0.uniformColor == .slides }

    let create: ActivityInfo = ActivityInfo(type: "create", userInfo: ["title": .string("Milk")])
    let start = notes.messages.count
    let session = try notes.connection.requestScene(
      activity: create, configuration: "note", userInfo: ["draft": .bool(true)])
    let question = try notes.wait("the question", from: start) { $0.kind == .question }
    try expect(question.session, is: session, "the session of the question")
    try expect(question.activities, is: [create], "its activities")
    try expect(question.requestedConfiguration, is: "note", "the requested configuration")
    try expect(question.configuration, is: "note", "the default")
    try expect(question.sourceApp, is: "notes", "the source app")
    try expect(question.userInfo, is: ["draft": .bool(true)], "the values of the request")
    let number = try unwrap(question.question, "no number")
    try notes.connection.answer(number, userInfo: ["note": .string("Milk")])
    let connection = try notes.wait("the connection", from: start) {
      $0.session == session && $0.event == EventName.sceneWillConnect.rawValue
    }
    try expect(connection.activities, is: [create], "the activities at the connection")
    try daemon.photograph(2, "both windows") { $0.at(0.1, 0.5) == .slides && $0.at(0.9, 0.5) == RGB(0x20, 0x40, 0x60) }
    let kept = try daemon.client.call(GetSessionCall(session: session))
    try expect(kept.userInfo, is: ["note": .string("Milk")], "the values of the answer")

    // The app answers a user's request without a window.
    let later = notes.messages.count
    let tool = try bench.run(
      "marqueectl", ["session", "request", "notes", "--activity", "look", "--no-wait"], within: 30)
    try expect(tool.status, is: 0, "the status of the request: \(tool.output)")
    let other = try notes.wait("the second question", from: later) { $0.kind == .question }
    try expect(other.activities?.map(\.type), is: ["look"], "the activity of the command")
    try expect(other.sourceApp == nil, "a user has requested it")
    try notes.connection.answer(unwrap(other.question, "no number"), window: false)
    try notes.wait("its connection", from: later) {
      $0.session == other.session && $0.event == EventName.sceneWillConnect.rawValue
    }
    try daemon.photograph(2, "the two windows") {
      $0.at(0.1, 0.5) == .slides && $0.at(0.9, 0.5) == RGB(0x20, 0x40, 0x60)
    }
    let refused = try bench.run(
      "marqueectl", ["session", "request", "notes", "--configuration", "card"], within: 30)
    try expect(refused.output.contains("list, note"), "the refusal names the configurations: \(refused.output)")
  }

  static let interactiveRole = Scenario(
    "an interactive scene of a screen's own role is shown and takes input only while a controller owns it",
    gate: [.simulated]
  ) { bench in
    let daemon = try bench.start(
      DaemonSetup(
        """
        screens: [{ match: { connector: "\(bench.connector(1))" }, role: kiosk }]
        apps:
          map:
            foreground: true
            scenes: { kiosk: [{ interactive: true, content: { color: "#204060" } }] }
          hall:
            fallback: true
            scenes: { kiosk: [{ content: { color: "#402010" } }] }

        """))
    try bench.plug(1, TestDisplay(1280, 720))
    try daemon.photograph(1, "the fallback, since no controller owns the input") {
      $0.uniformColor == RGB(0x40, 0x20, 0x10)
    }
    let explained = try bench.run("marqueectl", ["explain", bench.connector(1)], within: 20).output
    try expect(explained.contains("no controller owns its input"), "explain gives the reason: \(explained)")
    let owner = try InputOwnership(app: "map", stream: bench.connect())
    try daemon.photograph(1, "the map") { $0.uniformColor == RGB(0x20, 0x40, 0x60) }
    let session = try unwrap(daemon.client.call(SessionsCall(app: "map")).sessions.first, "no session").identifier
    let frame = try daemon.client.call(GetSessionCall(session: session)).frame
    try expect(frame, is: FrameInfo(x: 0, y: 0, width: 1, height: 1), "its place for touches")
    let input = try bench.run("marqueectl", ["input", "send", session, "key", "code=Return"], within: 20)
    try expect(input.status, is: 0, "the status of input: \(input.output)")
    let hall = try unwrap(daemon.client.call(SessionsCall(app: "hall")).sessions.first, "no session").identifier
    let refused = try bench.run("marqueectl", ["input", "send", hall, "key", "code=Return"], within: 20)
    try expect(refused.status != 0, "a scene that is not interactive takes no input: \(refused.output)")
    withExtendedLifetime(owner) {}
  }
}
