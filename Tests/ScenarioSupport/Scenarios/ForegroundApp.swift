internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let foregroundApp = Scenario(
    "another app in the foreground shows its scene at once, on one screen or on all",
    gate: [.simulated], long: [.virtio]
  ) { bench in
    func app(_ name: String, _ color: String) -> String {
      """
        \(name):
          scenes:
            externalDisplayNonInteractive:
              - name: main
                content: { color: "\(color)" }

      """
    }
    let daemon = try bench.start(DaemonSetup("apps:\n" + app("lobby", "#204060") + app("menu", "#604020")))
    try bench.plug(1, TestDisplay(1280, 720))
    try bench.plug(2, TestDisplay(1024, 768))
    for display in [1, 2] { try daemon.wait(display, .presented) }
    let events = try daemon.events()
    let (lobby, menu) = (RGB(0x20, 0x40, 0x60), RGB(0x60, 0x40, 0x20))
    try expect(bench.photograph(1).uniformColor, is: lobby, "the first app")

    _ = try daemon.client.call(SetForegroundCall(app: "menu", screen: bench.connector(1)))
    try daemon.photograph(1, "the menu") { $0.uniformColor == menu }
    try expect(bench.photograph(2).uniformColor, is: lobby, "the other screen")
    _ = try daemon.client.call(SetForegroundCall(app: "menu"))
    try daemon.photograph(2, "the menu") { $0.uniformColor == menu }
    try events.wait("appDidBecomeForeground") { $0.event == .appDidBecomeForeground }
    for display in [1, 2] { try expect(daemon.explain(display).modesets, is: 1, "modesets on display \(display)") }
  }
}
