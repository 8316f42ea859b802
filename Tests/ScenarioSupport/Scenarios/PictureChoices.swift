internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let pictureChoices = Scenario(
    "show, blank, freeze, power and identify answer with the frame that the display shows",
    gate: [.simulated, .virtio, .bochs], long: [.vkms]
  ) { bench in
    let daemon = try bench.start(.showing("color: \"#204060\""))
    try bench.plug(1, TestDisplay(1280, 720))
    try daemon.wait(1, .presented)
    let name = bench.connector(1)
    let client = daemon.client

    /// The answer comes after the flip, so the display then shows the requested picture.
    func check(_ reply: PictureReply, _ color: RGB, _ what: String) throws {
      let presented = try unwrap(reply.presented.first, "\(what): nothing was presented: \(reply.note ?? "")")
      try expect(presented.ending, is: .presented, what)
      try expect(presented.monotonicNanoseconds > 0, "\(what) has a timestamp")
      try expect(bench.photograph(1).uniformColor, is: color, what)
      let shot = try client.call(ScreenshotCall(screen: name))
      try expect(shot.frame, is: presented.frame, "the hash of the screenshot after \(what)")
    }

    try check(daemon.show(1, .color("#c02040")), RGB(0xc0, 0x20, 0x40), "show")
    try check(client.call(BlankCall(screen: name, on: true)), .black, "blank on")
    try check(client.call(BlankCall(screen: name, on: false)), RGB(0xc0, 0x20, 0x40), "blank off")

    _ = try client.call(FreezeCall(screen: name, on: true))
    let held = try daemon.show(1, .color("#20c040"))
    try expect(held.presented.isEmpty, "nothing is presented while the screen is frozen")
    try expect(held.note != nil, "a note says that the screen is frozen")
    try expect(bench.photograph(1).uniformColor, is: RGB(0xc0, 0x20, 0x40), "the frozen picture")
    try check(client.call(FreezeCall(screen: name, on: false)), RGB(0x20, 0xc0, 0x40), "freeze off")

    _ = try client.call(PowerCall(screen: name, on: false))
    try expect(bench.isDark(1), "no signal after power off")
    try check(client.call(PowerCall(screen: name, on: true)), RGB(0x20, 0xc0, 0x40), "power on")

    // The CRCs of vkms take a few seconds.
    _ = try client.call(IdentifyCall(seconds: bench.kind == .vkms ? 4 : 1))
    try daemon.photograph(1, "the screen's name") { $0.uniformColor == nil }
    try daemon.photograph(1, "the content after identify", within: 20) { $0.uniformColor == RGB(0x20, 0xc0, 0x40) }

    let tool = try bench.run("marqueectl", ["show", name, "--configured"], within: 20)
    try expect(tool.status, is: 0, "marqueectl show --configured: \(tool.output)")
    try expect(bench.photograph(1).uniformColor, is: RGB(0x20, 0x40, 0x60), "the configured content")
  }
}
