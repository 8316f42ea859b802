import DisplayTypes

/// A timing as EDIDs and formulas state it: active part, front porch, sync width and whole blanking, in unchecked numbers.
struct BlankedTiming {
  /// One direction, in pixels or lines.
  struct Axis {
    var active: Int
    var frontPorch: Int
    var sync: Int
    var blanking: Int

    /// The kernel's form; nil where a number does not fit its 16 bits.
    ///
    /// A total that the sync pulse overruns is
    /// stretched, as the kernel does (drm_edid.c `drm_mode_detailed`).
    var timing: ModeTiming? {
      let start = active + frontPorch
      let end = start + sync
      let total = active + blanking
      guard
        let display = UInt16(exactly: active), let syncStart = UInt16(exactly: start),
        let syncEnd = UInt16(exactly: end), let whole = UInt16(exactly: end > total ? end + 1 : total)
      else { return nil }
      return ModeTiming(display: display, syncStart: syncStart, syncEnd: syncEnd, total: whole)
    }
  }

  var clockKilohertz: Int
  var horizontal: Axis
  var vertical: Axis
  var flags: TimingFlags

  /// The mode; nil where a number does not fit.
  var mode: ScreenMode? {
    guard let clock = UInt32(exactly: clockKilohertz), let across = horizontal.timing, let down = vertical.timing else {
      return nil
    }
    return ScreenMode(clockKilohertz: clock, horizontal: across, vertical: down, flags: flags.rawValue)
  }
}
