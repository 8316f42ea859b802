internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let reloadFollowsThePlan = Scenario(
    "a plan reports the changes of a configuration for each screen without applying them, and a reload makes only these changes",
    gate: [.simulated], long: [.virtio]
  ) { bench in
    func configuration(right: String, rule: String = "") -> String {
      """
      screens:
        - match: { connector: "\(bench.connector(1))" }
          apps: [left]
        - match: { connector: "\(bench.connector(2))" }
          apps: [right]
          \(rule)
      apps:
        left: { scenes: { externalDisplayNonInteractive: [{ name: one, content: { color: "#204060" } }] } }
        right: { scenes: { externalDisplayNonInteractive: [{ name: two, content: { color: "\(right)" } }] } }

      """
    }
    let daemon = try bench.start(DaemonSetup(configuration(right: "#602040")))
    for display in [1, 2] {
      try bench.plug(display, TestDisplay(1280, 720, model: "Number \(display)"))
      try daemon.wait(display, .presented)
    }
    func plan(_ text: String) throws -> [ScreenPlanInfo] {
      let before = try daemon.status()
      let reply = try daemon.client.call(PlanCall(configuration: text, file: "/new/marquee.yaml"))
      try expect(!reply.changes.isEmpty, "the plan says what is said otherwise")
      let after = try daemon.status()
      try expect(after.counters.flips, is: before.counters.flips, "frames of a plan")
      try expect(after.counters.modesets, is: before.counters.modesets, "modesets of a plan")
      try expect(reply.screens.map(\.screen), is: [1, 2].map(bench.connector), "the screens of a plan")
      try expect(reply.screens[0].changes, is: [], "what changes on the screen that nothing is said of")
      try expect(reply.screens[0].modeset, is: false, "whether that screen's mode is set")
      return reply.screens
    }
    /// Reloads the configuration and waits for its effects. The screen that is not mentioned gets no frame meanwhile.
    func reload(_ text: String, then wait: () throws -> Void) throws -> Int {
      let frames = try daemon.status().frames.first { $0.screen == bench.connector(1) }
      _ = try bench.write(text, name: "marquee.yaml")
      let modesets = try bench.countModesets {
        _ = try daemon.client.call(ReloadCall())
        try wait()
      }
      let after = try daemon.status().frames.first { $0.screen == bench.connector(1) }
      try expect(after?.flips, is: frames?.flips, "frames on the screen that nothing is said of")
      try expect(after?.modesets, is: frames?.modesets, "modesets on the screen that nothing is said of")
      return modesets
    }

    let recolored = configuration(right: "#a04000")
    let content = try plan(recolored)[1]
    try expect(content.changes, is: ["content: two of right has another content"], "the plan of another content")
    try expect(content.modeset, is: false, "whether another content sets a mode")
    try daemon.photograph(2, "the colour that was not changed") { $0.uniformColor == RGB(0x60, 0x20, 0x40) }
    let recoloring = try reload(recolored) {
      try daemon.photograph(2, "the new colour") { $0.uniformColor == RGB(0xa0, 0x40, 0x00) }
    }
    try expect(recoloring, is: 0, "modesets of another content")

    let turned = configuration(right: "#a04000", rule: "modes: [1024x768]\n    rotation: 180")
    let mode = try plan(turned)[1]
    try expect(mode.modeset, "another mode sets it")
    for change in ["mode: 1024x768@60 instead of 1280x720@60", "rotation: 180 instead of 0"] {
      try expect(mode.changes.contains(change), "the plan says \(change): \(mode.changes)")
    }
    try expect(reload(turned) { try daemon.wait(2, .mode("1024x768@60")) }, is: 1, "modesets of another mode")

    let quiet = configuration(right: "#a04000", rule: "modes: [1024x768]\n    rotation: 180\n    cec: off")
    let power = try plan(quiet)[1]
    try expect(power.changes, is: ["cec: off instead of auto"], "the plan of a display that is left alone")
    try expect(power.modeset, is: false, "whether another adapter sets a mode")
    let told = configuration(right: "#a04000", rule: "modes: [1024x768]\n    rotation: 180\n    ddc: true")
    let ddc = try plan(told)[1]
    try expect(ddc.changes, is: ["ddc: on instead of off"], "the plan of a monitor that is told by DDC/CI")
    try expect(ddc.modeset, is: false, "whether DDC/CI sets a mode")

    let path = try bench.write(turned + "unknownScreens: maybe\n", name: "new.yaml")
    let tool = try bench.run("marqueectl", ["plan", "--config", path], within: 20)
    try expect(tool.status, is: 1, "the status of a plan with an error")
    for part in ["\(path):11", "maybe"] { try expect(tool.output.contains(part), "it names \(part): \(tool.output)") }
    _ = try bench.write(configuration(right: "#000001"), name: "new.yaml")
    let said = try bench.run("marqueectl", ["plan", "--config", path], within: 20)
    try expect(said.status, is: 0, "the status of a plan: \(said.output)")
    for part in ["\(bench.connector(1)): nothing changes", "\(bench.connector(2)):", "rotation: 0 instead of 180"] {
      try expect(said.output.contains(part), "the plan says \(part): \(said.output)")
    }
  }
}
