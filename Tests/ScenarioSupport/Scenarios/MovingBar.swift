internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let pacing = Scenario(
    "a moving picture is flipped once a refresh where the driver has no vblank",
    gate: [.virtio, .legacy, .bochs]
  ) { try checkPace(on: $0) }

  static let vblank = Scenario(
    "a moving picture is flipped at the vblanks that the driver counts",
    gate: [.simulated, .vkms]
  ) {
    try checkPace(on: $0)
  }

  /// Frames and what was missed are together the mode's refreshes.
  ///
  /// How many a busy machine misses is no matter of right or wrong here; the bench says how many a quiet one does.
  private static func checkPace(on bench: any Bench) throws {
    let daemon = try bench.start(.showing("pattern: moving-bar"))
    try bench.plug(1, TestDisplay(800, 600))
    try daemon.wait(1, .presented)
    let mode = try unwrap(daemon.screen(1)?.currentMode, "the screen has no mode")
    // The first second has the modeset in it, and the first measurements of how long drawing takes.
    bench.letPass(seconds: 2)
    let before = try daemon.status()
    bench.letPass(seconds: 10)
    // Where the display thread is held up at this moment, what it misses by that is counted when it goes on.
    var pace = try CountedRefreshes(from: before, to: daemon.status(), mode)
    for _ in 0..<10 where !pace.isComplete {
      bench.letPass(seconds: 1)
      pace = try CountedRefreshes(from: before, to: daemon.status(), mode)
    }
    try expect(pace.isComplete, "\(pace), \(before.counters), \(daemon.status().counters)")
    try expect(pace.flips <= pace.refreshes * 1.01 + 1, "\(pace)")
    try expect(pace.flips >= pace.refreshes / 2, "\(pace)")
  }
}

/// What a daemon's counters say of the time between two looks.
private struct CountedRefreshes {
  let flips: Double
  let missed: Double
  let refreshes: Double

  init(from before: StatusReply, to after: StatusReply, _ mode: ScreenModeInfo) {
    flips = Double(after.counters.flips - before.counters.flips)
    missed = Double(after.counters.missed - before.counters.missed)
    refreshes = (after.uptimeSeconds - before.uptimeSeconds) * Double(mode.refreshMillihertz) / 1000
  }

  /// Whether each refresh had its frame or was missed.
  var isComplete: Bool { abs(flips + missed - refreshes) <= refreshes * 0.01 + 1 }
}
