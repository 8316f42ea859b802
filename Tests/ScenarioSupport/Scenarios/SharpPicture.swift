internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let sharpPicture = Scenario(
    "a scene of a fixed size is enlarged by a whole number with black around it, and each of its pixels is a square",
    gate: [.simulated], long: [.virtio]
  ) { bench in
    let daemon = try bench.start(
      DaemonSetup(
        """
        apps:
          game:
            scenes:
              externalDisplayNonInteractive:
                - { name: main, size: 640x480, content: { banner: { text: "Score 7", background: "#204060" } } }

        """))
    try bench.plug(1, TestDisplay(640, 480))
    try bench.plug(2, TestDisplay(1280, 1024))
    for display in [1, 2] { try daemon.wait(display, .presented) }
    try expectSharpPixels(daemon)
  }

  static let sharpPictureOverSocket = Scenario(
    "a scene of a fixed size that an app has registered is sharp as well, and goes back with it after kill -9",
    gate: [.simulated]
  ) { bench in
    var daemon = try bench.start(DaemonSetup("apps: {}"))
    try bench.plug(1, TestDisplay(640, 480))
    try bench.plug(2, TestDisplay(1280, 1024))
    let configuration = SceneConfigurationInfo(
      name: "main", content: .banner(BannerInfo(text: "Score 7", background: "#204060")),
      match: ScreenMatchInfo(connector: bench.connector(2)), size: "640x480")
    let plain = SceneConfigurationInfo(name: "plain", content: configuration.content)
    let game = try AppPlayer(
      bench, RegisterAppCall(name: "game", scenes: ["externalDisplayNonInteractive": [plain, configuration]]))
    _ = try daemon.client.call(SetForegroundCall(app: "game"))
    for display in [1, 2] { try daemon.wait(display, .presented) }
    try expectSharpPixels(daemon)
    let names = try daemon.client.call(SessionsCall()).sessions.sorted { $0.screen ?? "" < $1.screen ?? "" }
    try expect(names.map(\.configuration), is: ["plain", "main"], "the configurations, by what they match")
    withExtendedLifetime(game) {}

    try expect(bench.end(by: "KILL", within: 5), is: 137, "the status after SIGKILL")
    daemon = try bench.start(DaemonSetup("apps: {}"))
    for display in [1, 2] { try daemon.wait(display, .presented) }
    try expectSharpPixels(daemon)
  }

  /// Display 2 of 1280x1024 shows display 1 of 640x480 twice as large, with black around it.
  private static func expectSharpPixels(_ daemon: DaemonHandle) throws {
    let small = try daemon.photograph(1, "the text") { $0.sizeText == "640x480" && $0.uniformColor == nil }
    let large = try daemon.photograph(2, "the text") { $0.sizeText == "1280x1024" && $0.histogram.count > 3 }
    var wrong = 0
    for y in 0..<1024 {
      for x in 0..<1280 {
        let expected = (32..<992).contains(y) ? small[x / 2, (y - 32) / 2] : RGB(0, 0, 0)
        if large[x, y] != expected { wrong += 1 }
      }
    }
    try expect(wrong, is: 0, "pixels that are not those of the small screen, twice as large")
  }
}
