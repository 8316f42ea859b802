internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let pacing = Scenario(
    "a moving picture is flipped 60 times a second where the driver has no vblank", on: [.virtio, .legacy, .bochs]
  ) { bench in
    let daemon = try bench.start(.showing("pattern: moving-bar"))
    try bench.plug(1, TestDisplay(800, 600))
    try daemon.wait(1, .presented)
    // The first second has the modeset in it, and the first measurements of how long drawing takes.
    letPass(seconds: 2)
    let before = try daemon.status()
    letPass(seconds: 10)
    let after = try daemon.status()
    let rate = Double(after.counters.flips - before.counters.flips) / (after.uptimeSeconds - before.uptimeSeconds)
    try expect(abs(rate - 60) <= 0.5, "\(rate) flips a second")
  }

  static let vblank = Scenario(
    "a moving picture hits the vblanks that the driver counts", on: [.vkms, .simulated]
  ) { bench in
    let daemon = try bench.start(.showing("pattern: moving-bar"))
    try bench.plug(1, TestDisplay(1024, 768))
    try daemon.wait(1, .presented)
    letPass(seconds: 2)
    let before = try daemon.status()
    letPass(seconds: 10)
    let after = try daemon.status()
    let flips = after.counters.flips - before.counters.flips
    let missed = after.counters.missed - before.counters.missed
    let refreshes = (after.uptimeSeconds - before.uptimeSeconds) * 60
    try expect(
      abs(Double(flips + missed) - refreshes) < 6, "\(flips) flips and \(missed) missed of \(refreshes) refreshes")
    // The bench prints how many are missed on a quiet machine: none.
    try expect(missed < 60, "\(missed) refreshes of \(refreshes) were missed")
  }
}
