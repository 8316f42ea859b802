extension VirtualMachine {
  /// Presses a key, and tells when the kernel heard it and when the next flip was seen after that, in seconds of its monotonic clock.
  ///
  /// By a probe on the kernel's `input_event` and the trace event of a flip at a vblank: the display must have one.
  public func timeOfKey(_ key: String) throws -> (key: Double, flip: Double) {
    // EV_KEY, and down.
    try startProbing(
      ["p:input input_event type=%si:u32 code=%dx:u32 value=%cx:s32"], events: ["drm/drm_vblank_event_delivered"])
    do {
      try press(key)
      try wait(
        for:
          "awk '/ input:/ {key = 1} /vblank_event_delivered/ {if (key) exit found = 1} END {exit !found}' /sys/kernel/tracing/trace"
      )
    } catch {
      _ = try? stopProbing()
      throw error
    }
    let events = try stopProbing()
    let pressed = events.first {
      $0.function == "input" && $0.argument("type") == 1 && $0.argument("value") == 1
    }
    let flip = events.first {
      $0.function == "drm_vblank_event_delivered" && $0.time > pressed?.time ?? .infinity
    }
    guard let pressed, let flip else { throw VirtualMachineError("No flip follows the key: \(events)") }
    return (pressed.time, flip.time)
  }
}
