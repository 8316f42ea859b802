internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let resume = Scenario(
    "after a resume from suspend every screen is lit again, with the same session and picture",
    gate: [.simulated], long: [.vkms, .bochs]
  ) { bench in
    let daemon = try bench.start(.showing("pattern: grid"))
    let displays = Array(1...min(2, bench.displayCount))
    for display in displays {
      try bench.plug(display, TestDisplay(display == 1 ? 1280 : 1024, display == 1 ? 720 : 768))
    }
    for display in displays { try daemon.wait(display, .presented) }
    let before = try displays.map { display in
      try (
        scene: daemon.screen(display)?.scene, frame: daemon.wait(display, .presented).presented.first?.frame,
        picture: bench.photograph(display)
      )
    }
    let modesets = try bench.countModesets {
      let events = try daemon.events()
      if let driver = bench as? any DriverBench {
        try driver.suspend()
      } else {
        _ = try daemon.client.call(SimulateCall(.resume))
      }
      for display in displays {
        try events.wait("lit again") {
          $0.event == .screenModeDidChange && $0.screen == bench.connector(display) && $0.mode != nil
        }
      }
      for display in displays { try daemon.wait(display, .presented) }
    }
    // The driver of bochs lights its display by itself first, with the last picture; vkms sleeps through a suspend.
    try expect(modesets, is: bench.kind == .bochs ? 2 : displays.count, "modesets")
    for (display, old) in zip(displays, before) {
      try expect(daemon.screen(display)?.scene, is: old.scene, "the session on display \(display)")
      try daemon.wait(display, .frame(unwrap(old.frame, "no frame")))
      try expect(bench.photograph(display) == old.picture, "display \(display) shows another picture")
    }
  }
}
