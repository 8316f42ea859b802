internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let backgroundIsRefreshed = Scenario(
    "a scene in the background is laid out again on request, and only then has another snapshot",
    gate: [.simulated]
  ) { bench in
    func setup(_ color: String) -> String {
      """
      apps:
        lobby: { foreground: true, scenes: { externalDisplayNonInteractive: [{ content: { color: "\(color)" } }] } }
        menu: { scenes: { externalDisplayNonInteractive: [{ content: { color: "#a04000" } }] } }

      """
    }
    let daemon = try bench.start(DaemonSetup(setup("#204060")))
    try bench.plug(1, TestDisplay(1280, 720))
    try daemon.wait(1, .presented)
    let session = try unwrap(daemon.screen(1)?.scene, "no scene")
    _ = try daemon.client.call(SetForegroundCall(app: "menu"))
    func snapshot() throws -> RGB? {
      let reply = try daemon.client.call(SnapshotCall(session: session))
      try expect([reply.width, reply.height], is: [320, 180], "the size of the snapshot")
      let file = try unwrap(Base64.decode(reply.png), "the snapshot is no base64")
      let picture: Photograph = try PNGReader.picture(file)
      return picture.uniformColor
    }
    try expect(snapshot(), is: RGB(0x20, 0x40, 0x60), "what it showed last")
    _ = try bench.write(setup("#306090"), name: "marquee.yaml")
    _ = try daemon.client.call(ReloadCall())
    try expect(snapshot(), is: RGB(0x20, 0x40, 0x60), "the snapshot before a refresh")
    let tool = try bench.run("marqueectl", ["session", "refresh", "--app", "lobby"], within: 30)
    try expect(tool.output.contains(session), is: true, "the answer names the session: \(tool.output)")
    try expect(snapshot(), is: RGB(0x30, 0x60, 0x90), "the snapshot after it")
    try daemon.photograph(1, "the other app, all the time") { $0.uniformColor == RGB(0xa0, 0x40, 0x00) }
    let found = try bench.run(
      "marqueectl", ["session", "activate", "--content", "{\"color\": \"#306090\"}"], within: 30)
    try expect(found.status, is: 0, "the status of an activation by content: \(found.output)")
    try daemon.photograph(1, "the session that shows that") { $0.uniformColor == RGB(0x30, 0x60, 0x90) }
    let unknown = try bench.run("marqueectl", ["session", "snapshot", "nothing", "-"], within: 30)
    try expect(unknown.status, is: 1, "the status for an unknown session: \(unknown.output)")
  }
}
