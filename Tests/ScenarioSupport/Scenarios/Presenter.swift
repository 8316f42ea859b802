internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let presenterTakesOverAndHandsBack = Scenario(
    "an app that registers takes over a screen and hands it back, and both pictures return unchanged, without a modeset",
    gate: [.simulated], long: [.virtio]
  ) { bench in
    let daemon = try bench.start(.lobby())
    try bench.plug(1, TestDisplay(1280, 720))
    try daemon.wait(1, .presented)
    let slides = try AppPlayer(bench, "slides", "#a04000")
    try expect(slides.connection.sessions, is: [], "its sessions")
    let modesets = try bench.countModesets {
      // The app is asked before its scene is connected. The earlier picture stays until it answers.
      _ = try daemon.client.call(SetForegroundCall(app: "slides", noWait: true))
      let question = try slides.answer()
      try expect(question.screen?.name, is: bench.connector(1), "the screen of the question")
      try daemon.photograph(1, "the slides") { $0.uniformColor == .slides }
      try slides.wait(for: .sceneDidBecomeActive)
      let session = try unwrap(question.session, "no session")
      let change = SceneChangeInfo(session: session, content: .color("#00a040"))
      try expect(slides.connection.update([change]).map(\.screen), is: [bench.connector(1)], "the screens")
      try expect(bench.photograph(1).uniformColor, is: RGB(0, 0xa0, 0x40), "the next slide")

      _ = try daemon.client.call(SetForegroundCall(app: "lobby"))
      try expect(bench.photograph(1).uniformColor, is: .lobby, "the lobby")
      try slides.wait(for: .sceneDidEnterBackground)
      let before = slides.messages.count
      _ = try daemon.client.call(SetForegroundCall(app: "slides"))
      try expect(bench.photograph(1).uniformColor, is: RGB(0, 0xa0, 0x40), "the slide as it was")
      try slides.wait(for: .sceneDidBecomeActive, from: before)
      try expect(slides.messages.count { $0.kind == .question }, is: 1, "questions")

      // An app without a window is skipped. With a window it is shown again.
      try slides.connection.update([SceneChangeInfo(session: session, window: false)])
      try expect(bench.photograph(1).uniformColor, is: .idle, "the idle frame, since nothing stands in")
      try slides.connection.update([SceneChangeInfo(session: session, window: true)])
      try expect(bench.photograph(1).uniformColor, is: RGB(0, 0xa0, 0x40), "the slide after its window came back")

      try expect(slides.connection.unregister().map(\.screen), is: [bench.connector(1)], "the screens with a frame")
      try expect(bench.photograph(1).uniformColor, is: .lobby, "the lobby")
      let sessions = try daemon.client.call(SessionsCall(app: "slides")).sessions
      try expect(sessions.map(\.identifier), is: [session], "the sessions that stay")
    }
    try expect(modesets, is: 0, "modesets")
  }

  static let controllerDies = Scenario(
    "when a controller dies, its app's screens keep their picture, show another app or are black, and it finds them when it returns",
    gate: [.simulated], long: [.virtio]
  ) { bench in
    let daemon = try bench.start(.lobby())
    try bench.plug(1, TestDisplay(1280, 720))
    try daemon.wait(1, .presented)
    let events = try daemon.events()
    let modesets = try bench.countModesets {
      for (loss, color): (ControllerLossInfo, RGB) in [(.keep, .slides), (.fallback, .lobby), (.blank, RGB(0, 0, 0))] {
        var slides: AppPlayer? = try AppPlayer(bench, loss.rawValue, "#a04000", loss: loss)
        _ = try daemon.client.call(SetForegroundCall(app: loss.rawValue, noWait: true))
        let session = try unwrap(slides?.answer().session, "no session")
        try daemon.photograph(1, "the slides") { $0.uniformColor == .slides }
        try expect(controller(of: loss.rawValue, daemon), is: .here, "the controller")

        let start = events.events.count
        slides = nil
        let event = try events.wait("appDidLoseController", from: start) { $0.event == .appDidLoseController }
        try expect(event.reason, is: loss.rawValue, "the reason")
        try daemon.photograph(1, "what \(loss) says") { $0.uniformColor == color }
        try expect(controller(of: loss.rawValue, daemon), is: .gone, "the controller")
        let shows = try daemon.explain(1).shows
        let expected =
          loss == .keep ? "the external scene of keep" : loss == .blank ? "black, by the manifest of blank" : nil
        try expect(expected == nil || shows == expected, "explain says \(shows ?? "nothing")")

        slides = try AppPlayer(bench, loss.rawValue, "#a04000", loss: loss)
        try expect(slides?.connection.sessions.map(\.identifier), is: [session], "the sessions that it finds")
        try daemon.photograph(1, "the slides again") { $0.uniformColor == .slides }
        try slides?.connection.unregister()
        try daemon.photograph(1, "the lobby") { $0.uniformColor == .lobby }
      }
    }
    try expect(modesets, is: 0, "modesets")
  }

  private static func controller(of app: String, _ daemon: DaemonHandle) throws -> ControllerInfo? {
    try daemon.client.call(AppsCall()).apps.first { $0.name == app }?.controller
  }

  static let registeredAppIsKept = Scenario(
    "an app that keeps its picture is on the screen again after kill -9 of the daemon, before its controller is, or black",
    gate: [.simulated]
  ) { bench in
    var daemon = try bench.start(.lobby())
    let slides = try AppPlayer(bench, "slides", "#a04000")
    _ = try daemon.client.call(SetForegroundCall(app: "slides"))
    try bench.plug(1, TestDisplay(1280, 720))
    let session = try unwrap(slides.answer().session, "no session")
    try daemon.wait(1, .presented)
    let change = SceneChangeInfo(session: session, content: .color("#00a040"), userInfo: ["page": .integer(3)])
    try slides.connection.update([change])
    try expect(bench.end(by: "KILL", within: 5), is: 137, "the status after SIGKILL")

    daemon = try bench.start(.lobby())
    try daemon.wait(1, .presented)
    try daemon.photograph(1, "the newest slide") { $0.uniformColor == RGB(0, 0xa0, 0x40) }
    try expect(controller(of: "slides", daemon), is: .gone, "the controller")
    // The old token is no longer valid, and not needed.
    let again = try AppPlayer(bench, "slides", "#a04000", token: slides.connection.token)
    try expect(again.connection.sessions.map(\.identifier), is: [session], "the sessions that it finds")
    try expect(
      daemon.client.call(GetSessionCall(session: session)).userInfo, is: ["page": .integer(3)], "what is kept with it")
    // Another user cannot take its name while it runs. The app itself can, even if its connection only seems open.
    do {
      _ = try AppPlayer(bench, "slides", "#000000")
      throw ScenarioFailure("A second app of that name could register.")
    } catch ClientError.failed(.appNameTaken) {}
    let third = try AppPlayer(bench, "slides", "#a04000", token: again.connection.token)
    try expect(bench.photograph(1).uniformColor, is: RGB(0, 0xa0, 0x40), "the picture")
    try third.connection.update([SceneChangeInfo(session: session, configured: true)])
    try expect(bench.photograph(1).uniformColor, is: .slides, "the configured picture")

    // This app's loss is black: no other picture replaces it after a restart either.
    var board: AppPlayer? = try AppPlayer(bench, "board", "#00a040", loss: .blank)
    _ = try daemon.client.call(SetForegroundCall(app: "board", noWait: true))
    _ = try unwrap(board, "no board").answer()
    try daemon.photograph(1, "the board") { $0.uniformColor == RGB(0, 0xa0, 0x40) }
    board = nil
    try expect(bench.end(by: "KILL", within: 5), is: 137, "the status after SIGKILL")
    daemon = try bench.start(.lobby())
    try daemon.wait(1, .mode("1280x720"))
    try expect(daemon.explain(1).shows, is: "black, by the manifest of board", "explain")
    try daemon.photograph(1, "black") { $0.uniformColor == RGB(0, 0, 0) }
    board = try AppPlayer(bench, "board", "#00a040", loss: .blank)
    try daemon.photograph(1, "the board again") { $0.uniformColor == RGB(0, 0xa0, 0x40) }
  }
}

extension DaemonSetup {
  /// A signage box with one app in the foreground.
  static func lobby(_ rest: String = "") -> DaemonSetup {
    DaemonSetup(
      """
      idle: { color: "#303030" }
      \(rest)
      apps:
        lobby:
          foreground: true
          scenes: { externalDisplayNonInteractive: [{ name: main, content: { color: "#204060" } }] }

      """)
  }
}

extension RGB {
  static let lobby = RGB(0x20, 0x40, 0x60)
  static let slides = RGB(0xa0, 0x40, 0x00)
  static let idle = RGB(0x30, 0x30, 0x30)
}
