import DisplayTypes

/// A 20-byte detailed timing of DisplayID: type I (1.x, clock in units of 10 kHz) or type VII (2.0, in kHz).
///
/// Source: DisplayID 1.3 section 4.4.1, DisplayID 2.0 section 4.3; all numbers are stored less one.
struct DisplayIDTiming {
  /// The timing; nil where a number does not fit or it is interlaced, which no such display is known for.
  let mode: ScreenMode?

  init(_ timing: ByteWindow, unit: Int) {
    let clock = (timing.word(0) | timing[2] << 16) + 1
    let across = BlankedTiming.Axis(
      active: timing.word(4) + 1, frontPorch: (timing.word(8) & 0x7FFF) + 1, sync: timing.word(10) + 1,
      blanking: timing.word(6) + 1)
    let down = BlankedTiming.Axis(
      active: timing.word(12) + 1, frontPorch: (timing.word(16) & 0x7FFF) + 1, sync: timing.word(18) + 1,
      blanking: timing.word(14) + 1)
    let flags: TimingFlags = [
      timing[9] & 0x80 != 0 ? .positiveHorizontalSync : .negativeHorizontalSync,
      timing[17] & 0x80 != 0 ? .positiveVerticalSync : .negativeVerticalSync,
    ]
    guard timing[3] & 0x10 == 0 else {
      mode = nil
      return
    }
    var mode = BlankedTiming(clockKilohertz: clock * unit, horizontal: across, vertical: down, flags: flags).mode
    mode?.isPreferred = timing[3] & 0x80 != 0
    self.mode = mode
  }
}
