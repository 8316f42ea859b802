internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let unconfirmedMode = Scenario(
    "a mode without a confirmation is reverted, also if the daemon is killed meanwhile, and a confirmed one stays",
    gate: [.simulated, .virtio], long: [.bochs]
  ) { bench in
    let setup = DaemonSetup.showing("color: \"#204060\"")
    var daemon = try bench.start(setup)
    try bench.plug(1, TestDisplay(1280, 720))
    try daemon.wait(1, .presented)
    let name = bench.connector(1)
    let before = try unwrap(daemon.screen(1)?.currentMode?.name, "no mode")
    func photographed(_ size: String) throws {
      try daemon.photograph(1, "its content in \(size)") {
        $0.sizeText == size && $0.uniformColor == RGB(0x20, 0x40, 0x60)
      }
    }

    let modesets = try bench.countModesets {
      let reply = try daemon.client.call(SetModeCall(screen: name, mode: "800x600", confirmSeconds: 1))
      try expect(reply.mode.width, is: 800, "the width that the answer tells of")
      try expect(reply.note?.contains("confirm") ?? false, "the note says how it is kept: \(reply.note ?? "")")
      try daemon.wait(1, .mode(before), within: 10)
      try daemon.wait(1, .presented)
    }
    try expect(modesets, is: 2, "modesets there and back")
    try photographed("1280x720")
    let late = try bench.run("marqueectl", ["mode", name, "confirm"], within: 20)
    try expect(late.status, is: 1, "the status of a late confirmation: \(late.output)")

    _ = try daemon.client.call(SetModeCall(screen: name, mode: "800x600", confirmSeconds: 600))
    try photographed("800x600")
    try expect(bench.end(by: "KILL", within: 5), is: 137, "the status after SIGKILL")
    daemon = try bench.start(setup)
    try daemon.wait(1, .presented)
    try photographed("1280x720")

    let tried = try bench.run("marqueectl", ["mode", name, "800x600", "--confirm", "10m"], within: 20)
    try expect(tried.status, is: 0, "the status: \(tried.output)")
    let confirmed = try bench.run("marqueectl", ["mode", name, "confirm"], within: 20)
    try expect(confirmed.status, is: 0, "the status of the confirmation: \(confirmed.output)")
    try expect(bench.end(by: "KILL", within: 5), is: 137, "the status after SIGKILL")
    daemon = try bench.start(setup)
    try daemon.wait(1, .presented)
    try photographed("800x600")
  }
}
