internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let badReload = Scenario(
    "a reload applies the changes of a file, or nothing if the file has an error",
    gate: [.simulated], long: [.virtio]
  ) { bench in
    let setup = DaemonSetup.showing("color: \"#204060\"")
    let daemon = try bench.start(setup)
    try bench.plug(1, TestDisplay(1280, 720))
    try daemon.wait(1, .presented)
    let text = try unwrap(setup.configuration, "no configuration")

    _ = try bench.write(text.replacing("#204060", with: "#602040"), name: "marquee.yaml")
    let reply = try daemon.client.call(ReloadCall())
    try expect(!reply.changes.isEmpty, "the reload says what has changed")
    try expect(reply.presented.map(\.screen), is: [bench.connector(1)], "the screens with a frame")
    try expect(reply.presented.first?.ending == .presented, "the frame was shown")
    // No wait is needed, because the answer comes after the flip.
    try expect(bench.photograph(1).uniformColor, is: RGB(0x60, 0x20, 0x40), "the new colour")
    try expect(daemon.explain(1).modesets, is: 1, "modesets after a reload")

    let broken = text.replacing("#204060", with: "#112233") + "unknownScreens: maybe\n"
    let path = try bench.write(broken, name: "marquee.yaml")
    let line = broken.split(separator: "\n", omittingEmptySubsequences: false).count - 1
    let tool = try bench.run("marqueectl", ["reload"], within: 20)
    try expect(tool.status, is: 1, "the status of a reload with an error")
    for part in ["\(path):\(line)", "unknownScreens", "maybe", "show, idle"] {
      try expect(tool.output.contains(part), "the message names \(part): \(tool.output)")
    }
    try expect(bench.photograph(1).uniformColor, is: RGB(0x60, 0x20, 0x40), "the picture after a refused reload")

    let markup = text.replacing("color: \"#204060\"", with: "banner: { text: \"<b>not closed\", markup: true }")
    _ = try bench.write(markup, name: "marquee.yaml")
    let refused = try bench.run("marqueectl", ["reload"], within: 30)
    try expect(refused.status, is: 1, "the status of a reload with a text that is no markup")
    for part in ["\(path):", "banner.text", "Pango markup"] {
      try expect(refused.output.contains(part), "the message names \(part): \(refused.output)")
    }
    try expect(bench.photograph(1).uniformColor, is: RGB(0x60, 0x20, 0x40), "the picture after a refused markup")

    _ = try bench.write(text, name: "marquee.yaml")
    let printed = try bench.run("marqueectl", ["reload"], within: 30)
    try expect(printed.output.contains("\(bench.connector(1)): frame "), "the frame is printed: \(printed.output)")
    try expect(bench.photograph(1).uniformColor, is: RGB(0x20, 0x40, 0x60), "the first colour again")

    // No picture changes, or the change is not visible.
    _ = try bench.write(text + "backgroundScenes: 3\n", name: "marquee.yaml")
    let unseen = try daemon.client.call(ReloadCall())
    try expect(!unseen.changes.isEmpty && unseen.presented.isEmpty && unseen.note == nil, "no frame: \(unseen)")
    _ = try daemon.client.call(PowerCall(screen: bench.connector(1), on: false))
    _ = try bench.write(text.replacing("#204060", with: "#602040"), name: "marquee.yaml")
    let dark = try daemon.client.call(ReloadCall())
    try expect(dark.presented, is: [], "frames of a screen that is off")
    try expect(dark.note?.contains("\(bench.connector(1)) is dark") == true, "the reason: \(dark)")
    _ = try daemon.client.call(PowerCall(screen: bench.connector(1), on: true))
    try expect(bench.photograph(1).uniformColor, is: RGB(0x60, 0x20, 0x40), "the colour that was set in the dark")
    _ = try bench.write(text, name: "marquee.yaml")
    let early = try daemon.client.call(ReloadCall(noWait: true))
    try expect(early.presented, is: [], "frames without a wait")
    try daemon.photograph(1, "the first colour again") { $0.uniformColor == RGB(0x20, 0x40, 0x60) }
  }
}
