internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let switchInTwoRefreshes = Scenario(
    "a foreground switch is on the screen within two refreshes, counted by the driver's vblanks",
    gate: [.simulated, .vkms]
  ) { bench in
    func app(_ name: String) -> String {
      "  \(name): { scenes: { externalDisplayNonInteractive: [{ content: { banner: \(name) } }] } }\n"
    }
    let daemon = try bench.start(DaemonSetup("apps:\n" + app("lobby") + app("menu")))
    try bench.plug(1, TestDisplay(800, 600))
    try daemon.wait(1, .presented)
    let events = try daemon.events()
    func bring(_ app: String) throws -> PresentedFrame {
      let reply = try daemon.client.call(SetForegroundCall(app: app))
      return try unwrap(reply.presented.first, "the switch to \(app) is not answered with its frame: \(reply)")
    }
    // From here on both texts are drawn, and scenes in the background keep them.
    let pictures = try ["menu", "lobby"].map { try bring($0).frame }
    try expect(pictures[0] != pictures[1], "they look alike")
    let mode = try unwrap(daemon.screen(1)?.currentMode, "the screen has no mode")
    let interval = 1e12 / Double(mode.refreshMillihertz)
    try events.drain()

    // The time begins when the daemon has the call. No clock here depends on the host, so each switch counts.
    var refreshes: [Double] = []
    for number in 0..<40 {
      let (name, start) = (["menu", "lobby"][number % 2], events.events.count)
      let frame = try bring(name)
      try expect(frame.frame, is: pictures[number % 2], "the picture that the answer is about")
      try expect(frame.timestampSource, is: .driver, "who says when it was seen")
      let event = try events.wait("the switch to \(name)", from: start) {
        $0.event == .appDidBecomeForeground && $0.app == name
      }
      refreshes.append((Double(frame.monotonicNanoseconds) - Double(event.monotonicNanoseconds)) / interval)
    }
    let sorted = refreshes.sorted()
    let figures = "refreshes: \(sorted.map { ($0 * 100).rounded() / 100 })"
    try expect(sorted.first ?? 0 > 0, "it cannot be seen before it is asked for; \(figures)")
    try expect(sorted.last ?? 0 <= 2, figures)
    try expect(daemon.explain(1).modesets, is: 1, "modesets")
  }
}
