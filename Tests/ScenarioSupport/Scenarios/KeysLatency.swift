internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let keyInTwoRefreshes = Scenario(
    "a key of a real keyboard is seen within two refreshes, from the kernel's input event to its flip", on: [.vkms]
  ) { bench in
    let input = try unwrap(bench as? any InputBench, "This bench has no keys.")
    let inks = [RGB(0xc0, 0x20, 0x20), RGB(0x20, 0xa0, 0x40), RGB(0x30, 0x40, 0xd0)]
    let deck = try bench.write(MadeFiles.document(inks), name: "deck.pdf")
    let daemon = try bench.start(
      DaemonSetup(
        """
        access: { control: { groups: [marquee] } }
        apps:
          lobby: { scenes: { externalDisplayNonInteractive: [{ content: { deck: "\(deck)" } }] } }

        """))
    try bench.plug(1, TestDisplay(1024, 768))
    try daemon.wait(1, .presented)
    let screen = bench.connector(1)
    try input.machine.plug(.keyboard)
    try input.startKeys("keys: { pagedown: deck \(screen) next, pageup: deck \(screen) previous }\n")
    try input.waitForKeys(toSay: "is heard")
    try input.waitForKeys(toSay: "marqueed is there")
    let mode = try unwrap(daemon.screen(1)?.currentMode, "the screen has no mode")
    let refresh = 1000 / Double(mode.refreshMillihertz)

    // Whatever else runs on the machine only adds refreshes: the quickest tell how many it takes.
    var refreshes: [Double] = []
    for number in 0..<40 where number < 10 || refreshes.count(where: { $0 <= 2 }) < 3 {
      // The first turns draw pages; from then on each stands ready.
      let times = try input.machine.timeOfKey(number % 2 == 0 ? "pgdn" : "pgup")
      refreshes.append((times.flip - times.key) / refresh)
    }
    let figures = "refreshes: \(refreshes.map { ($0 * 100).rounded() / 100 })"
    try expect(refreshes.allSatisfy { $0 > 0 }, "it cannot be seen before it is pressed; \(figures)")
    try expect(refreshes.count { $0 <= 2 } >= 3, figures)
    try expect(daemon.explain(1).modesets, is: 1, "modesets")
    try input.endKeys()
    try input.machine.unplug(.keyboard)
  }
}
