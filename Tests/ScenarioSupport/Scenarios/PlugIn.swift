internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let plugIn = Scenario(
    "with nothing plugged in the daemon waits; a display that comes shows the banner in its preferred mode after one modeset",
    gate: [.simulated, .virtio, .legacy, .vkms]
  ) { bench in
    let daemon = try bench.start(
      .showing("banner: { text: \"Welcome\", background: \"#102030\", foreground: \"#f0f0f0\" }"))
    try expect(daemon.status().screens, is: 0, "screens before anything is plugged in")
    let events = try daemon.events()
    // The preferred mode of vkms cannot be changed.
    let display = bench.kind.takesAnyDisplay ? TestDisplay(1920, 1080) : TestDisplay(1024, 768)
    let modesets = try bench.countModesets {
      try bench.plug(1, display)
      try daemon.wait(1, .presented)
    }
    try expect(modesets, is: 1, "modesets from plug to picture")

    let record = try daemon.explain(1)
    try expect(record.modesets, is: 1, "modesets in the record")
    try expect(record.winner?.name, is: display.modeName, "the winner")
    try expect(record.edid.settled, "the EDID is settled")
    try expect(record.attempts.filter { $0.kind == .commit }.count, is: 1, "modes that were tried")

    let picture = try daemon.photograph(1, "the banner") { $0.histogram[RGB(0xf0, 0xf0, 0xf0), default: 0] > 1000 }
    try expect(picture.sizeText, is: "\(display.size.width)x\(display.size.height)", "the picture's size")
    let background = RGB(0x10, 0x20, 0x30)
    try expect(picture.mainColor, is: background, "the background")
    for corner in [picture.at(0, 0), picture.at(0.9999, 0), picture.at(0, 0.9999), picture.at(0.9999, 0.9999)] {
      try expect(corner, is: background, "a corner")
    }

    try events.wait("sceneDidPresent") { $0.event == .sceneDidPresent }
    let names = events.events.map(\.event)
    try expect(
      names,
      is: [
        .snapshot, .screenDidConnect, .screenModeDidChange, .sceneWillConnect, .sceneWillEnterForeground,
        .sceneDidBecomeActive, .sceneDidPresent,
      ], "the events")
    let sequences = events.events.dropFirst().map(\.sequence)
    try expect(
      Array(zip(sequences, sequences.dropFirst())).allSatisfy { $0 + 1 == $1 }, "sequences grow by one: \(sequences)")
  }
}
