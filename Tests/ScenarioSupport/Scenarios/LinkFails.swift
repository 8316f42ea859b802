internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes

extension Scenario {
  static let linkFails = Scenario(
    "a link that fails is trained again, and then gets a mode with a lower rate",
    gate: [.simulated]
  ) { bench in
    let daemon = try bench.start(.showing("pattern: grid"))
    try bench.plug(1, TestDisplay(1280, 720))
    try daemon.wait(1, .presented)
    var fault = SimulateCall(.fault, screen: bench.connector(1))
    fault.fault = .linkBad
    // 1280x720 needs 74.25 MHz at 60 Hz, and 74.18 MHz at 59.94 Hz.
    fault.clockKilohertz = 70_000
    _ = try daemon.client.call(fault)
    try daemon.wait(1, .mode("800x600"))
    try daemon.wait(1, .presented)
    let modesets = try bench.countModesets { bench.letPass(seconds: 1) }
    try expect(modesets, is: 0, "modesets once the link holds")
  }

  static let flipsStall = Scenario(
    "a screen whose flips never end does not affect the other screens",
    gate: [.simulated]
  ) { bench in
    let daemon = try bench.start(.showing("pattern: moving-bar"))
    for display in [1, 2] {
      try bench.plug(display, TestDisplay(800, 600))
      try daemon.wait(display, .presented)
    }
    let before = try daemon.status().counters.recoveries
    let events = try daemon.events()
    var fault = SimulateCall(.fault, screen: bench.connector(2))
    fault.fault = .loseFlips
    fault.count = 1000
    _ = try daemon.client.call(fault)
    // The third power cycle is the cycle after the first rest.
    for _ in 1...3 {
      let start = events.events.count
      try events.wait("dark", from: start, within: 30) {
        $0.event == .screenModeDidChange && $0.screen == bench.connector(2) && $0.mode == nil
      }
    }
    try expect(daemon.status().counters.recoveries >= before + 5, "the fifth stall was not reached")
    try expect(daemon.screen(1)?.currentMode != nil, "display 1 went dark")
    try bench.clearFaults()
    try daemon.wait(2, .presented, within: 15)
  }
}
