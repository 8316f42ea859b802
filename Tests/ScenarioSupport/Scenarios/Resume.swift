internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let resume = Scenario(
    "after a resume from suspend every screen is lit again, with the same session and picture",
    gate: [.simulated]
  ) { bench in
    let daemon = try bench.start(.showing("pattern: grid"))
    try bench.plug(1, TestDisplay(1280, 720))
    try bench.plug(2, TestDisplay(1024, 768))
    for display in [1, 2] { try daemon.wait(display, .presented) }
    let before = try [1, 2].map { try (daemon.screen($0)?.scene, daemon.wait($0, .presented).presented?.frame) }
    let modesets = try bench.countModesets {
      let events = try daemon.events()
      _ = try daemon.client.call(SimulateCall(.resume))
      for display in [1, 2] {
        try events.wait("lit again") {
          $0.event == .screenModeDidChange && $0.screen == bench.connector(display) && $0.mode != nil
        }
      }
      for display in [1, 2] { try daemon.wait(display, .presented) }
    }
    try expect(modesets, is: 2, "modesets")
    for (display, (scene, frame)) in zip([1, 2], before) {
      try expect(daemon.screen(display)?.scene, is: scene, "the session on display \(display)")
      try daemon.wait(display, .frame(unwrap(frame, "no frame")))
    }
  }
}
