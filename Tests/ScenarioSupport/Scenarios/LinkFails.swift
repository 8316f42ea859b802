internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes

extension Scenario {
  static let linkFails = Scenario(
    "a link that fails is trained again, and then gets a mode with a lower rate",
    gate: [.simulated, .vkms]
  ) { bench in
    let daemon = try bench.start(.showing("pattern: grid"))
    try bench.plug(1, TestDisplay(1280, 720))
    try daemon.wait(1, .presented)
    let failing = try bench.countModesets {
      if let driver = bench as? any DriverBench {
        // 1024x768, which vkms prefers, needs 65 MHz.
        try driver.limitLinks(kilohertz: 60_000)
      } else {
        var fault = SimulateCall(.fault, screen: bench.connector(1))
        fault.fault = .linkBad
        // 1280x720 needs 74.25 MHz at 60 Hz and 74.18 at 59.94.
        fault.clockKilohertz = 70_000
        _ = try daemon.client.call(fault)
      }
      try daemon.wait(1, .mode("800x600"))
      try daemon.wait(1, .presented)
    }
    // The kernel lights a CRTC again in its own mode only if the commit sets link-status to GOOD.
    if bench.kind.isReal { try expect(failing, is: 2, "modesets: in the mode that fails, and in the next") }
    let modesets = try bench.countModesets { bench.letPass(seconds: 1) }
    try expect(modesets, is: 0, "modesets once the link holds")
  }

  static let flipsStall = Scenario(
    "a screen whose flips never end does not affect the other screens",
    gate: [.simulated], long: [.vkms]
  ) { bench in
    let driver = bench as? any DriverBench
    try driver?.loadSecondOutput()
    let daemon = try bench.start(.showing("pattern: moving-bar"))
    for display in [1, 2] {
      try bench.plug(display, TestDisplay(800, 600))
      try daemon.wait(display, .presented)
    }
    let before = try daemon.status().counters.recoveries
    let events = try daemon.events()
    if let driver {
      try driver.loseFlips([0, 1000])
    } else {
      var fault = SimulateCall(.fault, screen: bench.connector(2))
      fault.fault = .loseFlips
      fault.count = 1000
      _ = try daemon.client.call(fault)
    }
    // The third power cycle is the one after the first rest. A kernel waits ten seconds for each event that does not come.
    for _ in 1...3 {
      let start = events.events.count
      try events.wait("dark", from: start, within: bench.kind.isReal ? 90 : 30) {
        $0.event == .screenModeDidChange && $0.screen == bench.connector(2) && $0.mode == nil
      }
    }
    let stalls = try daemon.status().counters.recoveries - before
    try expect(stalls >= 5, "the fifth stall was not reached: \(stalls)")
    try expect(daemon.screen(1)?.currentMode != nil, "display 1 went dark")
    let flips = try daemon.status().counters.flips
    let goesOn = try bench.poll(within: 10) { try daemon.status().counters.flips >= flips + 20 ? true : nil }
    try expect(goesOn != nil, "display 1 stands still")
    try driver?.loseFlips([0, 0])
    try bench.clearFaults()
    try daemon.wait(2, .presented, within: bench.kind.isReal ? 60 : 15)
  }
}
