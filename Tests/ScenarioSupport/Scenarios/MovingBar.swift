internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let pacing = Scenario(
    "a moving picture is flipped once each refresh on a driver without a vblank",
    gate: [.virtio, .legacy, .bochs]
  ) { try checkPace(on: $0) }

  static let vblank = Scenario(
    "a moving picture is flipped at the vblanks that the driver counts",
    gate: [.simulated, .vkms]
  ) {
    try checkPace(on: $0)
  }

  /// Each refresh of the mode has its frame, and none is missed. No clock here depends on the host.
  private static func checkPace(on bench: any Bench) throws {
    let daemon = try bench.start(.showing("pattern: moving-bar"))
    try bench.plug(1, TestDisplay(800, 600))
    try daemon.wait(1, .presented)
    let mode = try unwrap(daemon.screen(1)?.currentMode, "the screen has no mode")
    // The first second contains the modeset and the first measurements of the drawing time.
    bench.letPass(seconds: 2)
    let before = try daemon.status()
    bench.letPass(seconds: 10)
    let after = try daemon.status()
    let flips = Double(after.counters.flips - before.counters.flips)
    // The two requests may come anywhere between two flips.
    let refreshes = (after.uptimeSeconds - before.uptimeSeconds) * Double(mode.refreshMillihertz) / 1000
    try expect(abs(flips - refreshes) <= 2, "\(flips) flips in \(refreshes) refreshes")
    try expect(after.counters.missed - before.counters.missed, is: 0, "missed refreshes")
  }
}
