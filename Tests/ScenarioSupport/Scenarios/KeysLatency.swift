internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let keyIsSeenSoon = Scenario(
    "a key of a real keyboard has its flip within four refreshes of the kernel's input event",
    long: [.vkms]
  ) { bench in
    let input = try unwrap(bench as? any InputBench, "This bench has no keys.")
    let deck = try bench.write(MadeFiles.document(talkInks), name: "deck.pdf")
    let daemon = try bench.start(
      DaemonSetup(
        """
        access: { control: { groups: [marquee] } }
        apps:
          lobby: { scenes: { externalDisplayNonInteractive: [{ content: { color: "#204060" } }] } }

        """))
    try bench.plug(1, TestDisplay(1024, 768))
    try daemon.wait(1, .presented)
    _ = try daemon.client.call(StartTalkCall(deck: deck))
    try input.startKeys("devices: [{ kind: keyboard }]\n")
    try input.machine.plug(.keyboard)
    try input.waitForKeys(toSay: "is used")
    try input.waitForKeys(toSay: "Connected to marqueed")
    let mode = try unwrap(daemon.screen(1)?.currentMode, "the screen has no mode")
    let refresh = 1000 / Double(mode.refreshMillihertz)

    // The first turns draw the slides, which are ready from then on.
    _ = try input.machine.timesOfKeys(["pgdn", "pgup"])
    // The guest's time does not depend on the host, so each press counts. `tools/bench keys` measures each part of the way.
    var refreshes: [Double] = []
    for _ in 0..<4 {
      let keys = (0..<20).map { $0 % 2 == 0 ? "pgdn" : "pgup" }
      refreshes += try input.machine.timesOfKeys(keys).map { ($0.flip - $0.key) / refresh }
    }
    try expect(refreshes.count, is: 80, "presses that were seen")
    let sorted = refreshes.sorted().map { ($0 * 100).rounded() / 100 }
    try expect(refreshes.allSatisfy { $0 > 0 && $0 <= 4 }, "refreshes of a key: \(sorted)")
    try expect(daemon.explain(1).modesets, is: 1, "modesets")
  }
}
