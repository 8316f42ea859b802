internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let unplugKeepsSession = Scenario(
    "a display that is unplugged goes dark and loses its scene, and has its session and content again after a replug",
    gate: [.simulated, .virtio, .legacy, .vkms]
  ) { bench in
    let daemon = try bench.start(.showing("color: \"#204060\""))
    let events = try daemon.events()
    let display = TestDisplay(1280, 720)
    try bench.plug(1, display)
    try daemon.wait(1, .presented)
    try daemon.show(1, .color("#a04000"))
    let session = try unwrap(daemon.screen(1)?.scene, "no scene")

    try bench.unplug(1)
    try daemon.wait(1, .disconnected)
    try events.wait("sceneDidDisconnect", within: 5) { $0.event == .sceneDidDisconnect }
    try expect(bench.isDark(1), "the display gets no signal")
    try expect(daemon.screen(1) == nil, "the screen is gone")

    let modesets = try bench.countModesets {
      try bench.plug(1, display)
      try daemon.wait(1, .presented)
    }
    try expect(modesets, is: 1, "modesets after the replug")
    try expect(daemon.screen(1)?.scene, is: session, "the session")
    try daemon.photograph(1, "its content") { $0.uniformColor == RGB(0xa0, 0x40, 0x00) }

    // The display returns within 1.5 s: the scene is the same, but the sink gets a full modeset.
    try events.drain(0.3)
    let start = events.events.count
    let again = try bench.countModesets {
      try bench.unplug(1)
      try daemon.wait(1, .disconnected)
      try bench.plug(1, display)
      try daemon.wait(1, .presented)
    }
    try expect(again, is: 1, "modesets after a short interruption")
    try events.drain(0.3)
    try expect(
      events.all(.screenDidDisconnect, from: start).count, is: 1, "screenDidDisconnect of a short interruption")
    try expect(events.all(.screenDidConnect, from: start).count, is: 1, "screenDidConnect after it")
    if !bench.kind.isReal {
      try expect(
        events.all(.sceneDidDisconnect, from: start).count, is: 0, "sceneDidDisconnect of a short interruption")
    }
    try daemon.photograph(1, "its content") { $0.uniformColor == RGB(0xa0, 0x40, 0x00) }
  }
}
