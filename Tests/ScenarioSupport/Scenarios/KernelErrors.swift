internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes

/// Errors of the kernel's calls, made by the shim on a real card (FaultGridTests has all of them on a recorded one).
extension Scenario {
  static let framebuffersAreRefused = Scenario(
    "a card that has no room for another framebuffer leaves the new display dark and the others as they are",
    gate: [.virtio]
  ) { bench in
    let card = try unwrap(bench as? any CardBench, "This bench has no card.")
    let daemon = try bench.start(.showing("pattern: moving-bar"))
    try bench.plug(1, .plain(800, 600))
    try daemon.wait(1, .presented)
    let process = try daemon.status().processID
    try card.failCalls(["ADDFB2 ENOSPC", "ADDFB ENOSPC"])
    let modesets = try bench.countModesets {
      try bench.plug(2, .plain(800, 600))
      try daemon.wait(2, .connected)
      try goesOn(daemon)
    }
    try expect(modesets, is: 0, "modesets without a framebuffer")
    try expect(daemon.screen(2)?.currentMode == nil, "the display is dark")
    try card.failCalls([])
    try bench.unplug(2)
    try daemon.wait(2, .disconnected)
    try bench.plug(2, .plain(800, 600))
    try daemon.wait(2, .presented)
    try expect(daemon.status().processID, is: process, "the daemon's process")
  }

  static let connectorsAreUnreadable = Scenario(
    "while the kernel refuses to describe its connectors the picture stays, and a display that was plugged in that time is found later",
    gate: [.virtio]
  ) { bench in
    let card = try unwrap(bench as? any CardBench, "This bench has no card.")
    let daemon = try bench.start(.showing("pattern: moving-bar"))
    try bench.plug(1, .plain(800, 600))
    try daemon.wait(1, .presented)
    let process = try daemon.status().processID
    try card.failCalls(["GETCONNECTOR EINVAL"])
    let before = try card.ioctls()["GETCONNECTOR_PROBE", default: 0]
    try bench.plug(2, .plain(800, 600))
    _ = try unwrap(
      bench.poll(within: 10) { try card.ioctls()["GETCONNECTOR_PROBE", default: 0] > before ? true : nil },
      "nobody looked at the connectors")
    try goesOn(daemon)
    let looks = try card.ioctls()["GETCONNECTOR_PROBE", default: 0] - before
    try expect(looks < 40, "\(looks) looks at the connectors: it spins")
    try card.failCalls([])
    try bench.unplug(2)
    try bench.plug(2, .plain(1024, 768))
    try daemon.wait(2, .presented)
    try expect(daemon.screen(1)?.currentMode != nil, "display 1 is dark")
    try expect(daemon.status().processID, is: process, "the daemon's process")
  }

  static let flipsFail = Scenario(
    "flips that fail with an input or output error are tried rarely, and the picture moves again when they succeed",
    gate: [.virtio]
  ) { bench in
    let card = try unwrap(bench as? any CardBench, "This bench has no card.")
    let daemon = try bench.start(.showing("pattern: moving-bar"))
    try bench.plug(1, .plain(800, 600))
    try daemon.wait(1, .presented)
    let process = try daemon.status().processID
    func flips() throws -> Int {
      let calls = try card.ioctls()
      return calls["ATOMIC_FLIP", default: 0] + calls["PAGE_FLIP", default: 0]
    }
    // A few errors, as from a disturbed link.
    try card.failCalls(["FLIP EIO times 3"])
    try goesOn(daemon)
    // All flips fail for two seconds.
    try card.failCalls(["FLIP EIO"])
    let before = try flips()
    bench.letPass(seconds: 2)
    let tried = try flips() - before
    try expect(tried < 60, "\(tried) flips in two seconds: it spins")
    try card.failCalls([])
    try goesOn(daemon)
    try daemon.wait(1, .presented)
    try expect(daemon.status().processID, is: process, "the daemon's process")
  }

  static let flipEventIsLost = Scenario(
    "a flip whose event the driver loses is noticed within two seconds, and the picture goes on without going dark",
    gate: [.vkms]
  ) { bench in
    let driver = try unwrap(bench as? any DriverBench, "This bench has no driver.")
    let daemon = try bench.start(.showing("pattern: moving-bar"))
    try bench.plug(1, .plain(1024, 768))
    try daemon.wait(1, .presented)
    let before = try daemon.status()
    let events = try daemon.events()
    let modesets = try bench.countModesets {
      try driver.loseFlips([1])
      let noticed = try bench.poll(within: 2) {
        try daemon.status().counters.recoveries > before.counters.recoveries ? true : nil
      }
      try expect(noticed != nil, "nothing was done about the lost event")
      try goesOn(daemon)
    }
    try expect(modesets, is: 0, "modesets: the mode and the display are the same")
    try events.drain()
    let dark = events.all(.screenModeDidChange).filter { $0.mode == nil }
    try expect(dark.count, is: 0, "times that the display was dark")
    try expect(daemon.status().counters.recoveries, is: before.counters.recoveries + 1, "recoveries")
    try expect(daemon.status().processID, is: before.processID, "the daemon's process")
  }

  /// Whether the moving picture of the first display continues.
  private static func goesOn(_ daemon: DaemonHandle) throws {
    let before = try daemon.status().counters.flips
    let later = try daemon.bench.poll(within: 30) { try daemon.status().counters.flips >= before + 20 ? true : nil }
    _ = try unwrap(later, "the picture stands still after \(before) flips")
  }
}
