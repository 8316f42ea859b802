internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let standIn = Scenario(
    "without a display a scene continues in screenshots, and the next display takes it over with its new content",
    gate: [.simulated], long: [.virtio]
  ) { bench in
    let daemon = try bench.start(.showing("pattern: grid", screens: "standIn: true"))
    let events = try daemon.events()
    try bench.plug(1, TestDisplay(1280, 720))
    try daemon.wait(1, .presented)
    let session = try unwrap(daemon.screen(1)?.scene, "no scene")

    try bench.unplug(1)
    try daemon.wait(1, .disconnected)
    let begin = try events.wait("standInDidBegin", within: 10) { $0.event == .standInDidBegin }
    try expect(begin.screen, is: bench.connector(1), "the screen that stands in")
    try expect(bench.isDark(1), "the display gets no signal")
    let screen = try unwrap(daemon.screen(1), "the stand-in is not listed")
    try expect(screen.status, is: .disconnected, "its status")
    try expect(screen.currentMode?.name, is: "1280x720@60", "its mode")
    try expect(screen.scene, is: session, "its scene")
    let shows = try daemon.explain(1).shows ?? ""
    try expect(shows.contains("stand-in"), "explain says so: \(shows)")
    try expect(daemon.status().screens, is: 0, "connected screens")

    let reply = try daemon.show(1, .color("#a04000"))
    try expect(
      reply.presented.isEmpty && reply.note?.contains("no display is connected") == true, "the answer: \(reply)")
    let shot = try daemon.client.call(ScreenshotCall(screen: bench.connector(1)))
    try expect(shot.source, is: .layers, "what the screenshot was made of")
    try expect([shot.width, shot.height], is: [1280, 720], "its size")
    let picture: Photograph = try PNGReader.picture(unwrap(Base64.decode(shot.png), "the screenshot is no base64"))
    try expect(picture.uniformColor, is: RGB(0xa0, 0x40, 0x00), "the screenshot")
    let state = try daemon.client.call(SessionsCall()).sessions.first { $0.identifier == session }?.state
    try expect(state, is: .foregroundInactive, "the scene's state")

    let start = events.events.count
    let next = TestDisplay(1024, 768, model: "Next")
    let modesets = try bench.countModesets {
      try bench.plug(2, next)
      try daemon.wait(2, .presented)
    }
    try expect(modesets, is: 1, "modesets of the next display")
    try daemon.photograph(2, "the new content") {
      $0.sizeText == "1024x768" && $0.uniformColor == RGB(0xa0, 0x40, 0x00)
    }
    let presented = try events.wait("sceneDidPresent", from: start) { $0.event == .sceneDidPresent }
    try expect(presented.session, is: session, "the session")
    try expect(events.all(.standInDidEnd, from: start).count, is: 1, "standInDidEnd")
    try expect(events.all(.sceneDidUpdate, from: start).count, is: 1, "sceneDidUpdate")
    try expect(events.all(.sceneDidDisconnect).count, is: 0, "sceneDidDisconnect")
    try expect(events.all(.sceneWillConnect).count, is: 1, "sceneWillConnect")
    try expect(daemon.screen(1) == nil, "the stand-in is gone")
  }
}
