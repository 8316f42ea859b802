internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let choicesAreKept = Scenario(
    "after kill -9 and a restart every screen shows its picture within 3 s, in the mode that was chosen",
    gate: [.simulated], long: [.virtio]
  ) { bench in
    let setup = DaemonSetup.showing("color: \"#204060\"")
    var daemon = try bench.start(setup)
    try bench.plug(1, TestDisplay(1280, 720))
    try bench.plug(2, TestDisplay(1024, 768))
    for display in [1, 2] { try daemon.wait(display, .presented) }
    _ = try daemon.client.call(SetModeCall(screen: bench.connector(1), mode: "800x600"))
    try daemon.show(1, .color("#a04000"))
    try daemon.show(2, .color("#00a040"))
    let sessions = try [1, 2].map { try daemon.screen($0)?.scene }

    try expect(bench.end(by: "KILL", within: 5), is: 137, "the status after SIGKILL")
    daemon = try bench.start(setup)
    for display in [1, 2] { try daemon.wait(display, .presented, within: 3) }
    try daemon.photograph(1, "its content", within: 3) {
      $0.sizeText == "800x600" && $0.uniformColor == RGB(0xa0, 0x40, 0x00)
    }
    try daemon.photograph(2, "its content", within: 3) { $0.uniformColor == RGB(0x00, 0xa0, 0x40) }
    try expect([1, 2].map { try daemon.screen($0)?.scene }, is: sessions, "the sessions")

    try expect(bench.end(by: "TERM", within: 10), is: 0, "the status after SIGTERM")
  }
}
