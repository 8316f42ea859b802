internal import VirtualMachine

/// The driver's trouble, and a suspend.
extension MachineBench: DriverBench {
  /// The connectors get new names.
  public func loadSecondOutput() throws {
    try machine.loadVKMS(outputs: 2)
    connectors = try machine.connectors(of: driver)
  }

  /// Sets the driver's parameter.
  public func limitLinks(kilohertz: Int) throws { try machine.setVKMS("link_kilohertz", "\(kilohertz)") }

  /// Sets the driver's parameter.
  public func loseFlips(_ counts: [Int]) throws {
    try machine.setVKMS("lost_flips", counts.map(String.init).joined(separator: ","))
  }

  /// All but the last step, the machine's own sleep: its clock, which counts instructions, would stand, and no alarm would wake it.
  ///
  /// Takes the virtio card out first, since its driver in Linux 6.1 cannot resume.
  public func suspend() throws {
    if driver != .virtioGPU, (try? machine.card(of: .virtioGPU)) != nil { try machine.removeCard(of: .virtioGPU) }
    try machine.check(
      """
      echo 1 > /sys/module/suspend/parameters/pm_test_delay
      echo core > /sys/power/pm_test
      echo mem > /sys/power/state
      """, timeout: .seconds(120))
  }

  /// A commit names the plane, and the driver its CRTC by the address. Both are in the order of the outputs.
  public func commits(while body: () throws -> Void) throws -> [FlipCommit] {
    // struct drm_mode_atomic: the flags, and the address of the objects' numbers.
    try machine.startProbing(
      [
        "p:commit drm:drm_mode_atomic_ioctl flags=+0(%si):x32 plane=+u0(+8(%si)):u32",
        "p:taken drm:drm_crtc_arm_vblank_event address=%di:s64",
      ], events: ["drm/drm_vblank_event", "drm/drm_vblank_event_delivered"])
    let result = Result { try body() }
    let events = try machine.stopProbing()
    try result.get()
    // DRM_MODE_ATOMIC_NONBLOCK and DRM_MODE_PAGE_FLIP_EVENT.
    let calls = events.filter { $0.function == "commit" && $0.argument("flags") == 0x201 }
    let planes = Set(calls.compactMap { $0.argument("plane") }).sorted()
    let addresses = Set(events.compactMap { $0.argument("address") }).sorted()
    try expect([planes.count, addresses.count], is: [displayCount, displayCount], "planes and CRTCs of the commits")
    return try calls.map { call in
      let output = planes.firstIndex { $0 == call.argument("plane") } ?? 0
      let later = events.filter { event in
        event.time > call.time && (event.argument("crtc") == output || event.argument("address") == addresses[output])
      }
      let flip = try unwrap(later.firstIndex { $0.function == "drm_vblank_event_delivered" }, "a flip has no event")
      let taken = try unwrap(later.firstIndex { $0.function == "taken" }, "the driver did not get a commit")
      try expect(taken < flip, "the driver gets a commit before its flip")
      // A refresh delivers its events, and then has its own.
      let refreshes = later[..<flip].indices.filter { later[$0].function == "drm_vblank_event" }
      return FlipCommit(
        display: output + 1, passedOver: refreshes.count, passedBefore: refreshes.count { $0 < taken },
        time: later[flip].time)
    }
  }
}
