internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let crash = Scenario(
    "a killed service is back within 3 s, and until then each screen shows its picture or black",
    gate: [.virtio, .legacy]
  ) { bench in
    let daemon = try bench.start(DaemonSetup.showing("color: \"#204060\"").supervised())
    let colors = [1: RGB(0xa0, 0x40, 0x00), 2: RGB(0x00, 0xa0, 0x40)]
    try bench.plug(1, TestDisplay(1280, 720))
    try bench.plug(2, TestDisplay(1024, 768))
    for display in [1, 2] { try daemon.wait(display, .presented) }
    try daemon.show(1, .color("#a04000"))
    try daemon.show(2, .color("#00a040"))
    let process = try daemon.status().processID
    for (display, color) in colors { try daemon.photograph(display, "its colour") { $0.uniformColor == color } }

    var seen = 0
    var strange: [String] = []
    func look() throws {
      for (display, color) in colors {
        let picture = try bench.photograph(display)
        seen += 1
        guard !picture.showsNoSignal, picture.uniformColor != color, picture.uniformColor != RGB(0, 0, 0) else {
          continue
        }
        let most = picture.histogram.sorted { $0.value > $1.value }.prefix(3).map { "\($0.key)" }
        strange.append("display \(display), photograph \(seen): \(picture.sizeText) \(most)")
      }
    }
    let modesets = try bench.countModesets {
      try bench.kill(process)
      // Twenty a second, if the machine is fast enough.
      _ = try bench.poll(within: 3, every: 50) { () throws -> Bool? in
        try look()
        return nil
      }
    }
    try expect(strange, is: [], "photographs of \(seen) that show neither its picture nor black")
    for (display, color) in colors {
      try expect(bench.photograph(display).uniformColor, is: color, "display \(display) after 3 s")
    }
    let client = try bench.connect()
    try expect(client.call(StatusCall()).processID != process, "another process has taken over")
    if bench.kind == .virtio { try expect(modesets, is: 0, "modesets of the one that took over") }
  }
}
