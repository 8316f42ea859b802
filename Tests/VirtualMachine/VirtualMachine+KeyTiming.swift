extension VirtualMachine {
  /// Presses keys one after the other, each after the flip that answers the previous key. Returns the time of each key in the kernel and
  /// the time of the next flip, in seconds of its monotonic clock.
  ///
  /// The times come from a probe on the kernel's `input_event` and the trace event of a flip at a vblank. The display must have a vblank,
  /// and each key must change the picture.
  ///
  /// - Parameter probes: More probes, as for `startProbing`.
  public func timesOfKeys(_ keys: [String], probing probes: [String] = []) throws -> [KeyTiming] {
    try startProbing(
      ["p:input input_event type=%si:u32 code=%dx:u32 value=%cx:s32"] + probes,
      events: ["drm/drm_vblank_event_delivered"])
    do {
      for (number, key) in keys.enumerated() {
        try press(key)
        // EV_KEY, and down.
        let pairs =
          "/ input:.* type=1 .*value=1/ {key = 1} /vblank_event_delivered/ {pairs += key; key = 0} END {exit pairs <= \(number)}"
        try wait(for: "awk '\(pairs)' /sys/kernel/tracing/trace")
      }
    } catch {
      _ = try? stopProbing()
      throw error
    }
    var pressed: Double?
    var between: [TraceEvent] = []
    return try stopProbing().compactMap { event in
      if event.function == "input", event.argument("type") == 1, event.argument("value") == 1 {
        pressed = event.time
        between = []
      }
      between.append(event)
      guard event.function == "drm_vblank_event_delivered", let key = pressed else { return nil }
      pressed = nil
      return KeyTiming(key: key, flip: event.time, events: between)
    }
  }
}
