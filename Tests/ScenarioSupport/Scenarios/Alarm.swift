internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let alarm = Scenario(
    "an alarm app covers every foreground app at once, and the screen is as before after its end",
    gate: [.simulated], long: [.virtio]
  ) { bench in
    let calm = """
      apps:
        lobby:
          foreground: true
          scenes: { externalDisplay: [{ name: main, content: { color: "#204060" } }] }
        menu:
          scenes: { externalDisplayNonInteractive: [{ name: main, content: { color: "#206020" } }] }

      """
    let alarmed =
      calm + """
          exit:
            alarm: true
            scenes: { externalDisplayNonInteractive: [{ name: main, content: { color: "#a00000" } }] }

        """
    let daemon = try bench.start(DaemonSetup(calm))
    try bench.plug(1, TestDisplay(1280, 720))
    try daemon.wait(1, .presented)
    try daemon.show(1, .color("#a04000"))
    func reload(_ text: String) throws {
      _ = try bench.write(text, name: "marquee.yaml")
      _ = try daemon.client.call(ReloadCall())
    }

    let modesets = try bench.countModesets {
      try reload(alarmed)
      try daemon.photograph(1, "the alarm") { $0.uniformColor == RGB(0xa0, 0, 0) }
      _ = try daemon.client.call(SetForegroundCall(app: "menu", noWait: true))
      _ = try daemon.client.call(SetForegroundCall(app: "lobby", screen: bench.connector(1), noWait: true))
      try expect(bench.photograph(1).uniformColor, is: RGB(0xa0, 0, 0), "the picture after other foreground apps")
      let session = try unwrap(
        daemon.client.call(SessionsCall(app: "exit")).sessions.first?.identifier, "the alarm has a session")
      do {
        let hide = SceneChangeInfo(session: session, window: false)
        _ = try daemon.client.call(UpdateScenesCall(changes: [hide]))
        throw ScenarioFailure("A call hid the alarm.")
      } catch ClientError.failed(.failed) {}
      try expect(bench.photograph(1).uniformColor, is: RGB(0xa0, 0, 0), "the picture after a call that hides it")
      let reasons = try daemon.explain(1).showsBecause
      try expect(reasons.last?.rule, is: "alarm", "the rule that decides")
      try reload(calm)
      try daemon.photograph(1, "what was shown before") { $0.uniformColor == RGB(0xa0, 0x40, 0) }
    }
    try expect(modesets, is: 0, "modesets")
  }
}
