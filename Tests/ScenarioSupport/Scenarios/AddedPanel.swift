internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let addedPanel = Scenario(
    "a simulated panel is added by a plug, and an external display without content of its own mirrors it",
    gate: [.simulated]
  ) { bench in
    let (panel, external) = ("eDP-1", bench.connector(1))
    let (alert, sign) = (RGB(0xC0, 0x20, 0x10), RGB(0x20, 0x40, 0x60))
    func connectors(_ daemon: DaemonHandle, _ which: (SimulatedConnectorInfo) -> Bool) throws -> [String] {
      try daemon.client.call(SimulatedConnectorsCall()).connectors.filter(which).map(\.name)
    }
    func simulate(_ words: String...) throws -> String {
      let tool = try bench.run("marqueectl", ["simulate"] + words, within: 30)
      try expect(tool.status, is: 0, "the status of simulate \(words.joined(separator: " ")): \(tool.output)")
      return tool.output
    }
    func addPanel(_ daemon: DaemonHandle) throws {
      _ = try simulate("plug", panel, "--display", "800x600@60")
      let lit = try bench.poll(within: 30) {
        try daemon.client.call(ScreensCall()).screens.first { $0.name == panel && $0.currentMode != nil }
      }
      try expect(lit != nil, "the panel is lit")
    }

    var daemon = try bench.start(DaemonSetup())
    try bench.plug(1, TestDisplay(800, 600))
    try daemon.wait(1, .presented)
    try expect(connectors(daemon) { !$0.builtIn }, is: (1...4).map(bench.connector), "the external connectors")
    try expect(connectors(daemon) { $0.builtIn }, is: [panel], "the place of a panel")
    try expect(connectors(daemon, \.connected), is: [external], "the connectors with a display")
    try expect(daemon.client.call(ScreensCall()).screens.map(\.name), is: [external], "the screens")
    try addPanel(daemon)
    try expect(connectors(daemon, \.connected), is: [external, panel], "the connectors with the panel")
    let list = try simulate("list")
    try expect(list.contains("internal panel"), "the list names the panel: \(list)")
    // The set-up card is content of its own.
    try expect(daemon.explain(1).shows?.contains("welcome") == true, "the app of the default configuration")
    try expect(daemon.screen(1)?.mirroredScreen, is: nil, "the screen that is mirrored")
    _ = try simulate("unplug", panel)
    let isGone = try bench.poll(within: 30) {
      try daemon.client.call(ScreensCall()).screens.contains { $0.name == panel } ? nil : true
    }
    try expect(isGone == true, "the panel is gone")

    try expect(bench.end(by: "TERM", within: 5), is: 0, "the status after SIGTERM")
    func setup(_ apps: String = "") -> String {
      """
      apps:
        alert:
          alarm: true
          scenes: { externalDisplayNonInteractive: [{ match: { connector: \(panel) }, content: { color: "#c02010" } }] }
      \(apps)

      """
    }
    daemon = try bench.start(DaemonSetup(setup()))
    try addPanel(daemon)
    try daemon.photograph(1, "the picture of the panel") { $0.uniformColor == alert }
    try expect(daemon.screen(1)?.mirroredScreen, is: panel, "the screen that is mirrored")
    let role = "externalDisplayNonInteractive: [{ content: { color: \"#204060\" } }]"
    let own = "  sign: { foreground: true, scenes: { \(role) } }"
    _ = try bench.write(setup(own), name: "marquee.yaml")
    _ = try daemon.client.call(ReloadCall())
    try daemon.photograph(1, "content of its own") { $0.uniformColor == sign }
    try expect(daemon.screen(1)?.mirroredScreen, is: nil, "the screen that is mirrored beside content")
  }
}
