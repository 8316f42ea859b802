internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let monitorChange = Scenario(
    "a monitor that changes its modes keeps its session, and the first frame in each new mode is laid out for it",
    gate: [.simulated, .virtio], long: [.legacy]
  ) { bench in
    let daemon = try bench.start(.showing("pattern: grid"))
    let sizes = [(1280, 720), (1920, 1080), (1024, 768)]
    // Another model would be another display with its own session.
    let displays = sizes.map { TestDisplay($0.0, $0.1, model: "Monitor") }
    let events = try daemon.events()
    try bench.plug(1, displays[0])
    try daemon.wait(1, .presented)
    let first = try events.wait("sceneDidPresent") { $0.event == .sceneDidPresent }
    try expect(bench.photograph(1).hasBorder(.white), "the grid touches all edges in 1280x720")

    for display in displays.dropFirst() {
      let start = events.events.count
      let name = "\(display.size.width)x\(display.size.height)"
      let modesets = try bench.countModesets {
        try bench.plug(1, display)
        let change = try events.wait("the mode \(name)", from: start) { $0.event == .screenModeDidChange }
        try expect(change.mode?.width, is: display.size.width, "the new mode's width")
        let picture = try daemon.photograph(1, "the mode \(name)") { $0.sizeText == name }
        try expect(picture.hasBorder(.white), "the first frame in \(name) is laid out for it")
        try events.wait("sceneDidPresent in \(name)", from: start) { $0.event == .sceneDidPresent }
      }
      try expect(modesets, is: 1, "modesets to \(name)")
      try events.drain(0.3)
      try expect(events.all(.screenModesDidChange, from: start).count, is: 1, "screenModesDidChange to \(name)")
      try expect(events.all(.screenModeDidChange, from: start).count, is: 1, "screenModeDidChange to \(name)")
      try expect(events.all(.screenDidDisconnect, from: start).count, is: 0, "screenDidDisconnect")
      try expect(events.all(.sceneDidDisconnect, from: start).count, is: 0, "sceneDidDisconnect")
      let presented = try unwrap(events.all(.sceneDidPresent, from: start).last, "no sceneDidPresent")
      try expect(presented.session, is: first.session, "the session")
      try expect(daemon.explain(1).winner?.name, is: display.modeName, "the mode")
    }
  }
}
