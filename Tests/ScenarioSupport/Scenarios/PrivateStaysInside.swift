internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import Foundation
internal import VirtualMachine

extension Scenario {
  static let privateStaysInside = Scenario(
    "a private colour is on the main screen, and in no picture of another screen and in no screenshot",
    gate: [.simulated], long: [.virtio]
  ) { bench in
    let (secret, placeholder) = (RGB(0xC9, 0x07, 0x63), RGB(0x60, 0x60, 0x60))
    let daemon = try bench.start(
      DaemonSetup(
        """
        screens:
        - { match: { connector: "\(bench.connector(2))" }, use: main }
        - { match: { connector: "\(bench.connector(3))" }, apps: [notes] }
        support: mirror
        apps:
          lobby: { foreground: true }
          notes:
            private: true
            support: external
            scenes: { externalDisplayNonInteractive: [{ content: { color: "#c90763" } }] }
          door:
            alarm: true
            scenes:
              externalDisplayNonInteractive:
              - { match: { connector: "\(bench.connector(2))" }, private: true, content: { color: "#c90763" } }

        """))
    for (display, width) in [(2, 1024), (1, 1280), (3, 800)] {
      try bench.plug(display, TestDisplay(width, width * 3 / 4, others: []))
    }
    func search(_ words: String) throws {
      // A monitor still shows its last picture, so its photograph does not prove that its mode is applied.
      for (display, mode) in [(1, "1280x960"), (2, "1024x768"), (3, "800x600")] {
        try daemon.wait(display, .mode(mode))
      }
      for display in [1, 3] {
        let picture = try daemon.photograph(display, "the placeholder, \(words)") { $0.mainColor == placeholder }
        try expect(picture.histogram[secret] ?? 0, is: 0, "secret pixels on display \(display), \(words)")
      }
      for display in 1...3 {
        let reply = try daemon.client.call(ScreenshotCall(screen: bench.connector(display)))
        let histogram = try PNGReader.picture([UInt8](Data(base64Encoded: reply.png) ?? Data())).histogram
        try expect(histogram[secret] ?? 0, is: 0, "secret pixels in a screenshot of display \(display), \(words)")
        let small = try daemon.client.call(ScreenshotCall(screen: bench.connector(display), longestSide: 320))
        let seen = try PNGReader.picture([UInt8](Data(base64Encoded: small.png) ?? Data()))
        try expect(
          seen.histogram[secret] ?? 0, is: 0, "secret pixels in a small picture of display \(display), \(words)")
        try expect(
          (seen.histogram[placeholder] ?? 0) > 0, "the placeholder in a small picture of display \(display), \(words)")
        try expect(reply.frame.isEmpty, is: display == 2, "whether there is no hash of display \(display), \(words)")
        try expect((histogram[placeholder] ?? 0) > 0, "the placeholder in a screenshot of display \(display), \(words)")
      }
      // QEMU's photograph is not a screenshot of the daemon, so it has the real picture.
      if bench.kind.isReal { try daemon.photograph(2, "the secret, \(words)") { $0.uniformColor == secret } }
    }
    try search("as plugged in")
    try expect(daemon.explain(3).shows, is: "a placeholder for notes, which is private", "what display 3 shows")
    _ = try daemon.client.call(SetForegroundCall(app: "notes"))
    _ = try daemon.client.call(SetSupportCall(support: "external"))
    try search("with the private app in the foreground")
    try bench.unplug(1)
    try daemon.wait(1, .disconnected)
    try bench.plug(1, TestDisplay(1280, 960, others: []))
    try search("after a replug")
  }

  static let privateAppRegisters = Scenario(
    "an app that registers as private, or with a private scene, is a placeholder on other screens, and after kill -9 too",
    gate: [.simulated]
  ) { bench in
    let (secret, placeholder) = (RGB(0xC9, 0x07, 0x63), RGB(0x60, 0x60, 0x60))
    let setup = DaemonSetup(
      """
      screens: [{ match: { connector: "\(bench.connector(2))" }, use: main }]
      support: mirror
      apps: {}

      """)
    var daemon = try bench.start(setup)
    for display in [1, 2] { try bench.plug(display, TestDisplay(1280, 720)) }
    func search(_ words: String) throws {
      for display in [1, 2] {
        let picture = try daemon.photograph(display, "the placeholder, \(words)") { $0.mainColor == placeholder }
        try expect(picture.histogram[secret] ?? 0, is: 0, "secret pixels on display \(display), \(words)")
      }
    }
    let configuration = SceneConfigurationInfo(name: "main", content: .color("#c90763"))
    let privateOne = SceneConfigurationInfo(name: "main", content: .color("#c90763"), private: true)
    // The window of an application scene is on the main screen. The simulated photograph of this screen is a screenshot.
    let apps = [
      RegisterAppCall(
        name: "app", scenes: ["externalDisplayNonInteractive": [configuration], "application": [configuration]],
        private: true, support: "external"),
      RegisterAppCall(
        name: "scene", scenes: ["externalDisplayNonInteractive": [privateOne], "application": [privateOne]],
        support: "external"),
      RegisterAppCall(name: "mirrored", scenes: ["application": [configuration]], private: true),
    ]
    var players: [AppPlayer] = []
    for call in apps {
      players.append(try AppPlayer(bench, call))
      _ = try daemon.client.call(SetForegroundCall(app: call.name))
      try search(call.name)
      let shown =
        call.support == nil
        ? "a mirror of \(bench.connector(2))" : "a placeholder for \(call.name), which is private"
      try expect(daemon.explain(1).shows, is: shown, "what display 1 shows")
    }
    _ = try daemon.client.call(SetForegroundCall(app: "app"))
    let support = try unwrap(daemon.explain(1).settings.first { $0.name == "support" }, "no support")
    try expect(support.level, is: .app, "who says external")
    try expect(support.origin, is: .registration, "where that was said")
    withExtendedLifetime(players) {}

    try expect(bench.end(by: "KILL", within: 5), is: 137, "the status after SIGKILL")
    daemon = try bench.start(setup)
    try search("after kill -9")
    try expect(daemon.explain(1).shows, is: "a placeholder for app, which is private", "what display 1 shows then")
    // An app that becomes private for one connection only.
    let open = try AppPlayer(bench, "open", "#c90763")
    _ = try daemon.client.call(SetSupportCall(support: "external", app: "open"))
    _ = try daemon.client.call(SetForegroundCall(app: "open", noWait: true))
    try open.answer(SceneConfigurationInfo(name: "main", private: true))
    try daemon.photograph(1, "the placeholder, by an answer") { $0.uniformColor == placeholder }
    withExtendedLifetime(open) {}
  }
}
